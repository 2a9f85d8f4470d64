import { countTriggers } from '#gateway/rules/parts.ts'
import type { SceneLanguage } from '#schemas/generated/definitions/scene-language.ts'
import type { RuleInBuilding } from '../builder/draft/rule-edit.ts'
import { doneIn } from './actions.ts'
import { begunIn } from './beginnings.ts'
import { clausesOf } from './clauses.ts'
import { type Facts, type Lexicon, lexiconOf } from './lexicon.ts'
import { piecesOf } from './read.ts'
import { type Answers, type Gap, type Question, readingOf, type SceneWords } from './reading.ts'
import { LONGEST } from './tokens.ts'

export interface Understood {
  /** Nothing where nothing was understood. */
  rule: RuleInBuilding | undefined
  gaps: readonly Gap[]
  questions: readonly Question[]
  tooLong?: true
}

/** Knows a home, and understands what is said about it. */
export function understanding(languages: readonly SceneLanguage[], facts: Facts) {
  const lexicons = languages.map((language) => lexiconOf(language, languages, facts))
  return (sentence: string, into: RuleInBuilding, words: SceneWords, answers: Answers = {}): Understood => {
    if (sentence.trim().length > LONGEST) return { rule: undefined, gaps: [], questions: [], tooLong: true }
    const all = lexicons
      .flatMap((lexicon) =>
        [false, true].map((loose) => read(sentence, lexicon, loose, into, words, answers)),
      )
      .map((one) => ({ one, worth: worthOf(one) }))
    // Of two that say as much the first counts: the language of the person, read strictly.
    const best = all.reduce((a, b) => (b.worth > a.worth ? b : a), all[0] as (typeof all)[number])
    return best.one
  }
}

function worthOf({ rule, gaps }: Understood): number {
  const missed = gaps.reduce((sum, { text }) => sum + 1 + text.length / 1000, 0)
  // What cannot be is told as that, before other words are made of it in another language.
  if (!rule) return (gaps.length > 0 && gaps.every(({ why }) => why === 'value') ? -0.5 : -1000) - missed
  const begins = countTriggers(rule)
  return -missed - (begins === 0 ? 0.2 : 0) - ((rule.scenes ?? []).length === 0 ? 5 : 0)
}

function read(
  sentence: string,
  lexicon: Lexicon,
  loose: boolean,
  into: RuleInBuilding,
  words: SceneWords,
  answers: Answers,
): Understood {
  const reading = readingOf(sentence, lexicon, answers)
  const pieces = piecesOf(sentence, lexicon)
  const clauses = clausesOf(pieces, loose)
  const begun = begunIn(clauses, reading, empty(into))
  const rule = doneIn(
    clauses.filter(({ mode }) => mode === 'act'),
    reading,
    begun,
    words,
  )
  reading.leftIn(pieces)
  const isNothing = (rule.scenes ?? []).length === 0 && countTriggers(rule) === 0
  const { gaps, questions } = reading
  return {
    rule: isNothing ? undefined : { ...rule, suggested: nameFrom(sentence), byHand: isByHand(rule) },
    gaps,
    questions,
  }
}

/** What says only what is to be done is begun by a person. */
const isByHand = (rule: RuleInBuilding): boolean => countTriggers(rule) === 0

/** As it was before anything was built. */
const empty = ({ id, name, rule_logic, active, version, draft }: RuleInBuilding): RuleInBuilding => ({
  ...{ id, name, rule_logic, active },
  ...(version !== undefined && { version }),
  ...(draft !== undefined && { draft }),
})

const NAME_LENGTH = 60

/** A scene is called as somebody has said it. */
function nameFrom(sentence: string): string {
  const plain = sentence
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.!?]+$/, '')
  const cut = plain.length > NAME_LENGTH ? `${plain.slice(0, NAME_LENGTH).replace(/\s\S*$/, '')} …` : plain
  return cut.charAt(0).toLocaleUpperCase() + cut.slice(1)
}
