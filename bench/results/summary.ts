import type { Data } from "../dataset/made.ts";
import { median } from "../reporting.ts";
import type { Round, Rounds } from "../rounds/rounds.ts";
import type { Work } from "../works/work.ts";
import type { Figures, Ratios, Spread, WorkResult } from "./results.ts";

/** What came of the rounds of a work. */
export function summaryOf(work: Work, data: Data, rounds: Rounds): WorkResult {
  const systems = Object.fromEntries([...rounds].map(([system, done]) => [system, figuresOf(done)]));
  return { title: work.title(data), systems, ratios: ratiosOf(rounds, rateOf), cpuRatios: ratiosOf(rounds, thriftOf) };
}

/** The middle, the least and the most, in three digits. */
export function spreadOf(numbers: readonly number[]): Spread {
  return { median: short(median(numbers)), min: short(Math.min(...numbers)), max: short(Math.max(...numbers)) };
}

/** A number in three digits; what comes behind is noise. */
export function short(number: number): number {
  return Number(number.toPrecision(3));
}

/** The middle of each figure; of the delays the longest. */
export function figuresOf(rounds: readonly Round[]): Figures {
  const middle = (figure: (round: Round) => number) => short(median(rounds.map(figure)));
  return {
    rate: middle(({ rate }) => rate),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    p999: middle(({ p999 }) => p999),
    cpu: middle(({ cpu, requests }) => (cpu / requests) * 1000),
    busy: middle(({ cpu, requests, rate }) => cpu / 1000 / (requests / rate)),
    memory: middle(({ memory }) => memory),
    delay: short(Math.max(...rounds.map(({ delay }) => delay))),
  };
}

/** Answers a second. */
function rateOf({ rate }: Round): number {
  return rate;
}

/** Answers a millisecond of processor time. */
function thriftOf({ requests, cpu }: Round): number {
  return requests / cpu;
}

/** Of a figure, Triptych's to those of the others in the same round. */
function ratiosOf(rounds: Rounds, figure: (round: Round) => number): Ratios {
  const to = (other: "limit" | "express") => {
    const [ours, theirs] = [rounds.get("triptych"), rounds.get(other)];
    if (ours === undefined || theirs === undefined) return {};
    const pairs = ours.flatMap((round, index) => (theirs[index] ? [figure(round) / figure(theirs[index])] : []));
    return { [other]: spreadOf(pairs) };
  };
  return { ...to("limit"), ...to("express") };
}
