import { runFolders } from "../../support/suite.ts";

runFolders("http", "metrics", "tracing");
