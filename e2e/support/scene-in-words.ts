import type { Page } from 'playwright/test'
import germanAsking from '../../locales/ch_DE/asking.json' with { type: 'json' }
import german from '../../locales/ch_DE/builder.json' with { type: 'json' }
import englishAsking from '../../locales/ch_EN/asking.json' with { type: 'json' }
import english from '../../locales/ch_EN/builder.json' with { type: 'json' }
import type { Language } from './at-home.ts'
import { expect, type Person } from './test.ts'

const words = {
  ch_DE: { ...german, asking: germanAsking },
  ch_EN: { ...english, asking: englishAsking },
} as const

/** Scenes that a person says in one sentence, or takes from an idea, and finishes. */
export class SceneInWords {
  readonly #page: Page
  readonly #person: Person
  readonly say: (typeof words)[Language]

  constructor(person: Person, language: Language) {
    this.#page = person.page
    this.#person = person
    this.say = words[language]
  }

  /** A sentence that is understood whole becomes the draft. */
  async says(sentence: string): Promise<void> {
    const { asking } = this.say
    await this.#person.opens('/scenes/add_scene')
    const field = this.#page.getByRole('textbox', { name: asking.label })
    await field.fill(sentence)
    await expect(this.#page.getByText(asking.understood)).toBeVisible()
    await expect(this.#page.getByText(asking.notUnderstood)).toHaveCount(0)
    await this.#page.getByRole('button', { name: asking.take }).click()
    await expect(field).toHaveCount(0)
  }

  /** It is named and switched on, and the list has it. */
  async finishes(name: string): Promise<void> {
    const { finish } = this.say
    await this.#page.getByRole('button', { name: finish.open, exact: true }).click()
    await this.#page.getByLabel(finish.name).fill(name)
    await this.#page.getByRole('button', { name: finish.finish, exact: true }).click()
    await this.#page.waitForURL('**/scenes/scenes_list**')
    await expect(this.#page.getByText(name, { exact: true }).first()).toBeVisible()
  }
}
