import { conflict, notFound } from './refusal.ts'

/** What became of a change of what had been read in one revision: changed: somebody else has saved another one meanwhile. */
export type Saving = 'saved' | 'changed' | 'missing'

/** Of two who change what both have read, the second is told and changes nothing (decision 0270). */
export function refuseUnsaved(saving: Saving): void {
  if (saving === 'missing') throw notFound()
  if (saving === 'changed') throw conflict('CHANGED_MEANWHILE')
}
