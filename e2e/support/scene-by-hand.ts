import type { Locator, Page } from 'playwright/test'
import germanActions from '../../locales/ch_DE/actions.json' with { type: 'json' }
import german from '../../locales/ch_DE/builder.json' with { type: 'json' }
import germanForms from '../../locales/ch_DE/sceneForms.json' with { type: 'json' }
import englishActions from '../../locales/ch_EN/actions.json' with { type: 'json' }
import english from '../../locales/ch_EN/builder.json' with { type: 'json' }
import englishForms from '../../locales/ch_EN/sceneForms.json' with { type: 'json' }
import type { Language } from './at-home.ts'
import type { Person, Signed } from './test.ts'

const words = {
  ch_DE: { ...german, forms: germanForms, run: germanActions.playRule },
  ch_EN: { ...english, forms: englishForms, run: englishActions.playRule },
} as const

/** A scene that a person builds by hand in the builder, keeps, and runs from its page. */
export class SceneByHand {
  readonly #page: Page
  readonly #person: Person
  readonly #say: (typeof words)[Language]
  /** What stands beside the thread. */
  readonly panel: Locator
  readonly #language: Language

  constructor(person: Person, language: Language) {
    this.#page = person.page
    this.#person = person
    this.#language = language
    this.#say = words[language]
    this.panel = person.page.getByRole('main').getByRole('dialog')
  }

  /** One of what is offered, by the beginning of its name. */
  offer(name: string): Locator {
    return this.#page.getByRole('button', { name: new RegExp(`^${name}`) })
  }

  /** A new scene, which nothing but a person begins. */
  async begins(session: Signed): Promise<void> {
    await this.#person.returns(session, this.#language)
    await this.#person.opens('/scenes/add_scene')
    await this.offer(this.#say.offers.BY_HAND.title).click()
  }

  /** An action set is opened. */
  async acts(): Promise<void> {
    await this.offer(this.#say.offers.ACTION_SET.title).click()
  }

  /** A value of a device is among what it does. */
  async picks(device: RegExp | string, value: RegExp): Promise<void> {
    await this.#press(this.#say.forms.adds.DEVICE)
    await this.panel.getByRole('button', { name: device }).click()
    await this.panel.getByRole('button', { name: value }).click()
  }

  /** Somebody is told, in the way of that name. */
  async tells(way: RegExp): Promise<void> {
    await this.#press(this.#say.forms.adds.NOTIFICATION)
    await this.panel.getByRole('button', { name: way }).click()
  }

  async adds(): Promise<void> {
    await this.#press(this.#say.forms.add)
  }

  async done(): Promise<void> {
    await this.#press(this.#say.forms.done)
  }

  /** It is kept and switched on, and the list is there. */
  async finishes(name: string): Promise<void> {
    const { finish, forms } = this.#say
    await this.#page.getByRole('button', { name: finish.open, exact: true }).click()
    await this.#page.getByLabel(forms.finish.name).fill(name)
    await this.#page.getByRole('button', { name: forms.finish.finish, exact: true }).click()
    await this.#page.waitForURL('**/scenes/scenes_list**')
  }

  /** Its page, from the list. */
  async opens(name: string): Promise<void> {
    const link = await this.#page.getByRole('link', { name }).getAttribute('href')
    await this.#person.opens(String(link))
  }

  /** It is run from its page, and that is confirmed. */
  async runs(): Promise<void> {
    const { run } = this.#say
    await this.#page.getByRole('button', { name: run, exact: true }).first().click()
    await this.#page.getByRole('dialog').getByRole('button', { name: run, exact: true }).click()
  }

  async #press(name: string): Promise<void> {
    await this.panel.getByRole('button', { name, exact: true }).click()
  }
}
