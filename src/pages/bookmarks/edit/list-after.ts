import type { PlaceId } from "../../../library/placement.ts";
import type { Values } from "../../design/form-state.ts";
import { toLocalPath } from "../../design/local-path.ts";
import { BOOKMARKS } from "../../design/paths.ts";

/** The list that follows a form: the one that its field `back` names, or else that of the place. */
export function listAfter({ back = "" }: Values, placeId: PlaceId): string {
  return toLocalPath(back) ?? `${BOOKMARKS}/${placeId}`;
}
