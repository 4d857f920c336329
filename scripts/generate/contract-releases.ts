import { readFile } from "node:fs/promises";
import type { Config } from "#contract/tools/config";
import { changelogOf, type Release } from "#contract/tools/diff/changelog";
import { loadReleases } from "#contract/tools/diff/releases";
import { toCompatible, toNarrow } from "#contract/tools/generate/compatibility";
import type { Files } from "#contract/tools/generate/documents";
import type { SourceContract } from "#contract/tools/source/contracts";
import { oasdiff } from "../shared/downloads.ts";

/** The folder of the files of a contract's releases, from the root of the repository. */
const FOLDER = "generated/releases";

/** A file `changelog.json`, which the server serves. */
interface Changelog {
  readonly contract: string;
  /** The newest first. */
  readonly releases: readonly Release[];
}

/**
 * The changelog of each contract with releases, and the document of each release for tools. Builds oasdiff only if a
 * changelog lacks a release. `root` is where the earlier changelogs are.
 */
export async function releaseFiles({ diff }: Config, root: URL): Promise<Files> {
  const { released, ...rules } = diff;
  if (released === undefined) return [];
  const files = [...loadReleases(released)].map(async ([name, releases]) => {
    const path = `${FOLDER}/${name}/changelog.json`;
    const earlier = await readChangelog(new URL(path, root));
    const changelog: Changelog = {
      contract: name,
      releases: await changelogOf(releases, { rules, program: oasdiff, earlier }),
    };
    return [[path, `${JSON.stringify(changelog, null, 2)}\n`], ...releases.map(documentOf)] as const;
  });
  return (await Promise.all(files)).flat();
}

function documentOf({ name, document }: SourceContract) {
  const text = JSON.stringify(toCompatible(toNarrow(document)));
  return [`${FOLDER}/${name}/${document.info.version}.json`, `${text}\n`] as const;
}

/** The releases of the changelog that was generated last; none if there is no such file. */
async function readChangelog(file: URL): Promise<readonly Release[]> {
  try {
    const { releases }: Changelog = JSON.parse(await readFile(file, "utf8"));
    return releases;
  } catch {
    return [];
  }
}
