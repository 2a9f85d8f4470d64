import catalogue from '#catalogue/shortcuts.json'
import { definitions } from '#data/house.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import { Observable } from '#lib/observable.ts'
import type {
  CommandShortcut,
  ScreenShortcut,
  Shortcut,
  Shortcuts,
} from '#schemas/generated/definitions/shortcuts.ts'
import { wayTo } from '../situation/ways.ts'
import { isPlain } from './strokes.ts'

const { shortcuts } = catalogue as Shortcuts

const KEY = 'gatehouse.keys'

/** Whether single keys do something: whoever speaks to the machine may not want that (WCAG 2.2, 2.1.4). */
export const plainKeys = new Observable(browserStorage.getItem(KEY) !== 'off')

export function switchPlainKeys(on: boolean): void {
  plainKeys.set(on)
  if (on) browserStorage.removeItem(KEY)
  else browserStorage.setItem(KEY, 'off')
}

/** The keys of this person at this moment. */
export const shortcutsOf = (now: Situation): readonly Shortcut[] =>
  shortcuts.filter((one) => !('goto' in one) || wayTo(definitions.screen(one.goto), now) === 'open')

/** Those that are carried out here, by their keys. */
export const carriedOut = (
  now: Situation,
  plain: boolean,
): ReadonlyMap<string, ScreenShortcut | CommandShortcut> =>
  new Map(
    shortcutsOf(now).flatMap((one) =>
      'in' in one || (!plain && isPlain(one.keys)) ? [] : [[one.keys, one]],
    ),
  )
