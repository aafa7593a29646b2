"""What can be asked over HTTP, one module for each subject."""
