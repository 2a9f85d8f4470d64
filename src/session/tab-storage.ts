import { BrowserStorage } from '#lib/browser-storage.ts'

/** What outlives a way over another site's page and ends with the tab. */
export const tabStorage = new BrowserStorage(() => sessionStorage)
