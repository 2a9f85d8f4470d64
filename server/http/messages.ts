import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '../lib/language.ts'
import type { Fault } from '../lib/refusal.ts'

export interface ErrorEntry {
  errorCode: string
  message: string
  field?: string
  remaining?: number
  duration?: number
}

/** What callers are told, in their language; the words are those of locales. */
export class Messages {
  readonly #words: ReadonlyMap<Language, Readonly<Record<string, unknown>>>
  readonly #fallback: Language

  constructor(locales: string, fallback: unknown) {
    this.#words = new Map(
      languages.map((language) => [language, codesOf(join(locales, language, 'codes.json'))]),
    )
    this.#fallback = languages.find((language) => language === fallback) ?? 'ch_DE'
  }

  languageOf(header: string | undefined): Language {
    return languageAsked(header) ?? this.#fallback
  }

  entry(language: Language, { errorCode, message, ...facts }: Fault): ErrorEntry {
    const words = this.#words.get(language) ?? {}
    const translated = Object.hasOwn(words, errorCode) ? words[errorCode] : undefined
    // What is wrong with a field is said exactly, in English, by its schema; the form says it in its own words.
    const text = typeof translated === 'string' ? translated : (message ?? errorCode)
    const known = Object.entries(facts).filter(([, value]) => value !== undefined)
    return { errorCode, message: text, ...Object.fromEntries(known) }
  }
}

/** Of an Accept-Language header: our own codes, or any `de…` and `en…`, in the caller's order. */
export function languageAsked(header: string | undefined): Language | undefined {
  for (const part of (header ?? '').slice(0, 256).split(',')) {
    const wanted = part.split(';')[0]?.trim().replace('-', '_').toLowerCase() ?? ''
    const exact = languages.find((language) => language.toLowerCase() === wanted)
    if (exact) return exact
    if (/^de(_|$)/.test(wanted)) return 'ch_DE'
    if (/^en(_|$)/.test(wanted)) return 'ch_EN'
  }
  return undefined
}

function codesOf(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {}
  const codes: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return typeof codes === 'object' && codes !== null ? (codes as Record<string, unknown>) : {}
}
