import { createRecorder } from "#contract/tools/proof/recorder";

/** What this process proves, for `npm run proof`. */
export const recorder = createRecorder(new URL("../../proof/", import.meta.url));
