import { MAX_UNSEGMENTED_ITEMS } from "../segments.ts";

/** Accounts get segments when they have more items than before. */
export const SEGMENT_CHANGES: readonly string[] = [
  "drop trigger libraries_long on libraries",
  `create trigger libraries_long before update of item_count on libraries for each row
    when (new.item_count > ${MAX_UNSEGMENTED_ITEMS} and old.item_count <= ${MAX_UNSEGMENTED_ITEMS})
    execute function libraries_long()`,
];
