const NOBODY_LIVES_THERE = /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal)$/
const USUAL = 'Europe/Zurich'

/** A time zone as rules go by it: a machine whose zone nobody has set has none that anybody lives in. */
export const homeZone = (zone: string): string =>
  zone === '' || NOBODY_LIVES_THERE.test(zone) ? USUAL : zone

/** That of this machine. */
export const systemZone = (): string => homeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
