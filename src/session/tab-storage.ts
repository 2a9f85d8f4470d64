import { BrowserStorage } from '#lib/browser/browser-storage.ts'

/** What outlives a way over another site's page and ends with the tab. */
export const tabStorage = new BrowserStorage(() => sessionStorage)

const OWN = 'gatehouse.own.'

/** Where the tab keeps what is somebody's own: it goes with him when he signs out (B-07). */
export const ownKey = (name: string): string => OWN + name

export function forgetOwn(): void {
  const keys = Array.from({ length: tabStorage.length }, (_, at) => tabStorage.key(at))
  for (const key of keys) if (key?.startsWith(OWN)) tabStorage.removeItem(key)
}
