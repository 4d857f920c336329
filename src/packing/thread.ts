import { parentPort, workerData } from "node:worker_threads";
import { sdkFiles, tapFiles } from "./package-files.ts";
import type { PackageName } from "./packages.ts";
import { toTarball } from "./tarball.ts";

const FILES = { "triptych-sdk": sdkFiles, "triptych-tap": tapFiles };

const name: PackageName = workerData;

// Stripping types is what Node itself does with these files.
process.removeAllListeners("warning");

parentPort?.postMessage(await toTarball(await FILES[name](new URL("../../", import.meta.url))));
