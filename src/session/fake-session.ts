import type { KeptStorage } from '#lib/browser/browser-storage.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { User } from '#schemas/generated/entities/user.ts'
import type { Settings } from './store.ts'

/** A browser's storage in memory, for tests. */
export function memory(begin: Readonly<Record<string, string>> = {}): KeptStorage & { keys(): string[] } {
  const kept = new Map(Object.entries(begin))
  return {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
}

export const gatewayOf = (serialNumber: string, part: Partial<Gateway> = {}): Gateway => ({
  _id: serialNumber,
  serialNumber,
  name: `Home ${serialNumber}`,
  model: 'DOC400',
  connectionStatus: 'online',
  operationMode: 0,
  subscriptionLockMode: 0,
  ...part,
})

export const userOf = (role: string, part: Partial<User> = {}): User => ({
  id: 'u1',
  username: 'seraina@home.test',
  firstName: 'Seraina',
  lastName: 'Bühler',
  groups: [role],
  preferredLanguage: 'ch_DE',
  contact: [],
  ...part,
})

export const settings: Settings = {
  flags: { GATEWAY_EDIT: true, RPL_GTW: false, PAGE_TITLE_EXTENSION: '' },
  modules: { devices: true, settings: true, dashboard: false },
}

export const credentials = { userId: 'u1', sessionId: 's1' }
