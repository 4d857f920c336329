import { runFolders } from "../../support/suite.ts";

runFolders("pages/account", "pages/bookmarks", "pages/forms", "pages/public", "pages/sharing");
