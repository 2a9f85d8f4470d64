import type { RuleInBuilding } from '../builder/draft/rule-edit.ts'
import type { Lexicon } from './lexicon.ts'
import { type Piece, plays } from './read.ts'

/** Words that came to nothing, and why. */
export interface Gap {
  text: string
  why: 'word' | 'device' | 'value' | 'tooMany' | 'part'
}

/** Several are called so. */
export interface Question {
  /** As it was written. */
  text: string
  choices: readonly { id: string; name: string; room: string | undefined }[]
}

export type Answers = Readonly<Record<string, string>>

/** While a sentence is understood: what is asked about it, and what came to nothing. */
export interface Reading {
  lexicon: Lexicon
  answers: Answers
  gaps: readonly Gap[]
  questions: readonly Question[]
  textOf(pieces: readonly Piece[]): string
  /** Nothing came of these. */
  gap(pieces: readonly Piece[], why: Gap['why']): void
  ask(question: Question): void
  use(...pieces: readonly Piece[]): void
  /** What nobody has used says something that nobody has understood. */
  leftIn(pieces: readonly Piece[]): void
}

const GLUE = [
  'filler',
  'when',
  'onlyIf',
  'then',
  'and',
  'or',
  'act',
  'at',
  'from',
  'until',
  'all',
  'oclock',
  'ramp',
] as const

/** What holds a sentence together is not missed when nothing came of it. */
const isFiller = (piece: Piece): boolean =>
  piece.meanings.some(({ is }) => is === 'comma') || plays(piece, ...GLUE)

export function readingOf(sentence: string, lexicon: Lexicon, answers: Answers): Reading {
  const gaps: Gap[] = []
  const questions: Question[] = []
  const used = new Set<Piece>()
  const textOf = (pieces: readonly Piece[]): string => {
    const [first, last] = [pieces[0], pieces.at(-1)]
    return first && last ? sentence.slice(first.from, last.to) : ''
  }
  const gap = (pieces: readonly Piece[], why: Gap['why']): void => {
    const said = pieces.filter((piece) => !isFiller(piece))
    for (const piece of pieces) used.add(piece)
    const text = textOf(said)
    if (text !== '' && !gaps.some((one) => one.text === text)) gaps.push({ text, why })
  }
  return {
    ...{ lexicon, answers, gaps, questions, textOf, gap },
    ask(question) {
      if (!questions.some(({ text }) => text === question.text)) questions.push(question)
    },
    use: (...pieces) => {
      for (const piece of pieces) used.add(piece)
    },
    leftIn(pieces) {
      let run: Piece[] = []
      const end = (): void => {
        if (run.length > 0) gap(run, run.some(({ unknown }) => unknown) ? 'word' : 'part')
        run = []
      }
      for (const piece of pieces) {
        if (used.has(piece) || isFiller(piece)) end()
        else run.push(piece)
      }
      end()
    },
  }
}

/** Texts of a scene that the sentence does not say itself. */
export interface SceneWords {
  action(number: number): string
  /** What is told where nothing else is said: what has set the scene off. */
  tell(rule: RuleInBuilding): string
}
