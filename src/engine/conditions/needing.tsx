import type { Lazy } from '#ui/parts/lazy.ts'
import { useEngine } from '../engine.ts'
import { isOutOfReach, type Needs } from './forbidden.ts'

/** A part beside what a page is for, drawn for those alone who may ask for what it shows: others are told of nothing that failed. */
export function needing<P extends object>(needs: Needs, Part: Lazy<P>): Lazy<P> {
  function Needing(props: P) {
    const { situation } = useEngine()
    return isOutOfReach(needs, situation) ? null : <Part {...props} />
  }
  return Object.assign(Needing, { load: Part.load, hasCome: Part.hasCome })
}
