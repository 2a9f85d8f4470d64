import type { ComponentType } from 'react'
import type { ScreenProps } from '#engine/engine.ts'
import { Screen as FormScreen } from '#engine/screens/form/Screen.tsx'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { lazy } from '#ui/parts/lazy.ts'

type Kind = ComponentType<ScreenProps<never>>

/** The login does with forms alone; what is behind it comes after. */
const later = {
  sections: async () => (await import('#engine/screens/sections/Screen.tsx')).Screen,
  status: async () => (await import('#engine/screens/status/Screen.tsx')).Screen,
  wifiNetworks: async () => (await import('./WifiNetworks.tsx')).WifiNetworks,
  timezones: async () => (await import('./Timezones.tsx')).Timezones,
} satisfies Record<string, () => Promise<Kind>>

/** Brings everything while the gateway can be reached: it may change its network at any moment. */
export const bringAll = (): void => void Promise.allSettled(Object.values(later).map((load) => load()))

const drawn = (load: () => Promise<Kind>): Kind => lazy(async () => ({ default: await load() }))

const kinds: Readonly<Record<string, Kind>> = {
  form: FormScreen,
  sections: drawn(later.sections),
  status: drawn(later.status),
}

const components: Readonly<Record<string, Kind>> = {
  wifiNetworks: drawn(later.wifiNetworks),
  timezones: drawn(later.timezones),
}

/** What draws a screen of catalogue/local. */
export function kindOf(screen: Screen): ComponentType<ScreenProps> {
  const kind = screen.kind === 'custom' ? components[screen.component] : kinds[screen.kind]
  if (!kind) throw new Error(`Nothing here draws the screen ${screen.id}`)
  return kind as ComponentType<ScreenProps>
}
