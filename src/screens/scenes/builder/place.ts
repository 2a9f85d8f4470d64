import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import type { TabId } from './tabs.ts'

/** Where somebody is in the builder: the tab, and what is being filled in there. */
export interface Place {
  tab: TabId
  /** What was chosen to be added. */
  of?: BuilderOffer['value']
  /** The device of a trigger. */
  device?: string
  /** The trigger, action set or pause that is there already. */
  editing?: string
  /** The idea that is being fitted to the home. */
  recipe?: string
  /** The devices that somebody has chosen for it, by the place that they take in it. */
  chosen?: Readonly<Record<string, readonly string[]>>
  /** It is asked before the scene runs, and does not set it off: in the group of that id, or in none. */
  asks?: string
}

export const START: Place = { tab: 'choose' }
