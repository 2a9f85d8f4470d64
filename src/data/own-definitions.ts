import { Observable } from '#lib/observable.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'

/** What this deployment draws otherwise than the app is shipped; nothing, unless the page says so. */
export const ownDefinitions = new Observable<Pick<OwnDefinitions, 'hash' | 'resources' | 'forms' | 'menus'>>({
  hash: '',
  resources: {},
  forms: {},
  menus: {},
})
