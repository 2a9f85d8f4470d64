import type { Page } from 'playwright/test'
import germanAsking from '../../locales/ch_DE/asking.json' with { type: 'json' }
import german from '../../locales/ch_DE/builder.json' with { type: 'json' }
import germanIdeas from '../../locales/ch_DE/recipes.json' with { type: 'json' }
import germanForms from '../../locales/ch_DE/sceneForms.json' with { type: 'json' }
import englishAsking from '../../locales/ch_EN/asking.json' with { type: 'json' }
import english from '../../locales/ch_EN/builder.json' with { type: 'json' }
import englishIdeas from '../../locales/ch_EN/recipes.json' with { type: 'json' }
import englishForms from '../../locales/ch_EN/sceneForms.json' with { type: 'json' }
import type { Language } from './at-home.ts'
import { expect, type Person } from './test.ts'

const words = {
  ch_DE: { ...german, forms: germanForms, asking: germanAsking, ideas: germanIdeas.ui },
  ch_EN: { ...english, forms: englishForms, asking: englishAsking, ideas: englishIdeas.ui },
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
    await this.#person.goes('/scenes/add_scene')
    const field = this.#page.getByRole('textbox', { name: asking.label })
    await field.fill(sentence)
    await expect(this.#page.getByText(asking.understood)).toBeVisible()
    await expect(this.#page.getByText(asking.notUnderstood)).toHaveCount(0)
    await this.#page.getByRole('button', { name: asking.take }).click()
    await expect(field).toHaveCount(0)
  }

  /** An idea that fits this home becomes the draft, with the devices that it proposes. */
  async takes(idea: { title: string; text: string }): Promise<void> {
    const { ideas } = this.say
    await this.#person.goes('/scenes/add_scene')
    const more = this.#page.getByRole('button', { name: ideas.more })
    await more.click()
    await this.#page.getByRole('button', { name: `${idea.title} ${idea.text}` }).click()
    await this.#page.getByRole('button', { name: ideas.take }).click()
  }

  /** The step that is all that happens is opened. */
  async opensStep(): Promise<void> {
    const then = this.#page.getByRole('region', { name: this.say.then.title, exact: true })
    await then.getByRole('button').first().click()
  }

  /** A part of what is open is changed, by the beginning of what it says. */
  async edits(part: string): Promise<void> {
    const named = this.say.forms.change.replace('{{name}}', part)
    await this.#page.getByRole('button', { name: new RegExp(`^${named}`) }).click()
  }

  /** It is named and switched on, and the list has it. */
  async finishes(name: string): Promise<void> {
    const { finish, forms } = this.say
    await this.#page.getByRole('button', { name: finish.open, exact: true }).click()
    await this.#page.getByLabel(forms.finish.name).fill(name)
    await this.#page.getByRole('button', { name: forms.finish.finish, exact: true }).click()
    await this.#page.waitForURL('**/scenes/scenes_list**')
    await expect(this.#page.getByText(name, { exact: true }).first()).toBeVisible()
  }
}
