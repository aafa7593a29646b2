/** The page for addresses under which there is nothing: dressed like all others. */

import { dress } from "./appearance.js";

dress();
