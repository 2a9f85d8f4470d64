import type { Network } from '../joining/network.ts'
import type { HomeContents } from './contents.ts'
import type { ObjectHistory } from './object-history.ts'
import type { Objects } from './objects.ts'

/** What commands reach that bring back what was, or take in what was exported. */
export interface HistoryContext {
  history: Pick<ObjectHistory, 'deleted' | 'of'>
  objects: Objects
  contents: HomeContents
  network: Pick<Network, 'ableToBackUp'>
}
