/** The page for addresses under which there is nothing: dressed like all others. */

import "./theme.js";
import "./language.js";
