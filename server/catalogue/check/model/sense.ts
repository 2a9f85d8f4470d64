import type { Fault } from '../fault.ts'
import { gridFits, namedOnce } from './grid.ts'
import { identityIsGiven } from './identity.ts'
import { referencesHold } from './references.ts'
import type { ModelCheck, Sense, Subject } from './subject.ts'
import { valuesMakeSense } from './values.ts'
import { widgetsSuit } from './widgets.ts'

const CHECKS: readonly ModelCheck[] = [
  identityIsGiven,
  namedOnce,
  gridFits,
  referencesHold,
  valuesMakeSense,
  widgetsSuit,
]

/** What in an entry is well formed and still can't be meant. */
export const senseOf = (subject: Subject, sense: Sense): Fault[] =>
  CHECKS.flatMap((check) => check(subject, sense))
