import type { EngineDoors, Source } from '#engine/doors.ts'
import type { LiveHome } from '#live/connect.ts'
import { widgets } from '#widgets/registry.ts'

/** What the engine gets of the outside: widgets, devices and rows. */
export const doorsOf = (live: LiveHome, source: Source): EngineDoors => ({
  widgets,
  link: live.link,
  home: live.home,
  source,
})
