import type { EnginePorts, Source } from '#engine/ports.ts'
import type { LiveHome } from '#live/channel/connect.ts'

/** What the engine gets of the outside: devices and rows. */
export const portsOf = (live: LiveHome, source: Source): EnginePorts => ({
  link: live.link,
  home: live.home,
  source,
})
