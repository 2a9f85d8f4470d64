import builder from '#catalogue/scenes/builder.json'
import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import type {
  BuilderOffer,
  BuilderTab,
  BuilderTabId,
  SceneBuilder,
} from '#schemas/generated/definitions/scene-builder.ts'

const { tabs, conditions, notifications } = builder as unknown as SceneBuilder

export type TabId = BuilderTabId

const tabOf = (id: TabId): BuilderTab | undefined => tabs.find((tab) => tab.id === id)

/** Where Back leads from a tab; undefined where it leaves the builder (spec 2 §4). */
export const backFrom = (id: TabId, situation: Situation, editing: boolean): TabId | undefined =>
  tabOf(id)?.back?.find(({ when }) => holds(when, situation, { row: { editing } }))?.to

const offered = (
  offers: readonly BuilderOffer[],
  situation: Situation,
  row?: Readonly<Record<string, boolean>>,
): readonly BuilderOffer[] => offers.filter(({ when }) => holds(when, situation, { row }))

/** What can be added on a tab. */
export const offersOf = (
  id: TabId,
  situation: Situation,
  row?: { begun: boolean },
): readonly BuilderOffer[] => offered(tabOf(id)?.offers ?? [], situation, row)

/** What can be asked before a scene runs, by itself or as one of several. */
export const conditionsOffered = (situation: Situation, row: { nested: boolean }): readonly BuilderOffer[] =>
  offered(conditions, situation, row)

/** The ways to tell somebody. */
export const waysToTell = (situation: Situation): readonly BuilderOffer[] => offered(notifications, situation)
