import { tabStorage } from './tab-storage.ts'

/** An external sign-in that this tab has begun: what comes back must belong to it, or somebody else began it. */
export interface BegunExternally {
  state: string
  instance: string
}

const KEY = 'gatehouse.external'

export const external = {
  begin({ state, instance }: BegunExternally): void {
    tabStorage.setItem(KEY, JSON.stringify({ state, instance }))
  },
  current(): BegunExternally | undefined {
    try {
      const found = JSON.parse(tabStorage.getItem(KEY) ?? 'null') as Partial<BegunExternally> | null
      const { state, instance } = found ?? {}
      return typeof state === 'string' && typeof instance === 'string' ? { state, instance } : undefined
    } catch {
      return undefined
    }
  },
  forget(): void {
    tabStorage.removeItem(KEY)
  },
}
