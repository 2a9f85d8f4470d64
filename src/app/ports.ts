import type { EnginePorts, Source } from '#engine/ports.ts'
import type { LiveHome } from '#live/channel/connect.ts'
import { widgets } from '#widgets/registry.ts'

/** What the engine gets of the outside: widgets, devices and rows. */
export const portsOf = (live: LiveHome, source: Source): EnginePorts => ({
  widgets,
  link: live.link,
  home: live.home,
  source,
})
