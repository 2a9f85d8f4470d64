import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SelfCheckRow } from '#schemas/generated/entities/self-check-row.ts'
import { filled } from '../filled.ts'
import type { Language } from '../lib/language.ts'
import type { Log } from '../log.ts'
import { type Check, checks, type Deployment } from './checks.ts'

interface Words {
  checks: Readonly<Record<string, { what: string; remedy: string }>>
}

/** The worst first. */
const ORDER = { unsafe: 0, advice: 1 } as const

/** Looks at this deployment as a careful stranger would, and says what is unsafe, with its remedy, in plain words. */
export class SelfCheck {
  readonly #words: ReadonlyMap<Language, Words>
  readonly #deployment: () => Deployment
  readonly #checks: readonly Check[]

  constructor(locales: string, deployment: () => Deployment, all: readonly Check[] = checks) {
    this.#deployment = deployment
    this.#checks = all
    this.#words = new Map(
      (['ch_DE', 'ch_EN'] as const).map((language) => [
        language,
        JSON.parse(readFileSync(join(locales, language, 'selfcheck.json'), 'utf8')) as Words,
      ]),
    )
  }

  /** What is wrong just now. */
  async findings(language: Language): Promise<SelfCheckRow[]> {
    const deployment = this.#deployment()
    const looked = await Promise.all(
      this.#checks.map(async ({ id, weight, look }) => ({ id, weight, facts: await look(deployment) })),
    )
    return looked
      .flatMap(({ id, weight, facts }) => (facts ? [{ id, weight, ...this.#say(language, id, facts) }] : []))
      .sort((one, other) => ORDER[one.weight] - ORDER[other.weight])
  }

  /** The same into the log, for whoever started the server. */
  async tell(log: Log): Promise<void> {
    for (const { id, weight, what, remedy } of await this.findings('ch_EN')) {
      if (weight === 'unsafe') log.warn({ check: id }, `Unsafe: ${what} ${remedy}`)
      else log.info({ check: id }, `${what} ${remedy}`)
    }
  }

  #say(
    language: Language,
    id: string,
    facts: Readonly<Record<string, string>>,
  ): Pick<SelfCheckRow, 'what' | 'remedy'> {
    const words = this.#words.get(language)?.checks[id]
    if (!words) throw new Error(`There are no words for the check ${id} in ${language}`)
    return { what: filled(words.what, facts), remedy: filled(words.remedy, facts) }
  }
}
