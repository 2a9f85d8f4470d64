import { useEffect, useEffectEvent } from 'react'
import { useEngine } from '../../engine.ts'

const concerns = (data: unknown, serialNumber: string | undefined): boolean =>
  typeof data !== 'object' || data === null || !('serialNumber' in data) || data.serialNumber === serialNumber

/** Hears these events, unless they are about another gateway. */
export function useHeard(events: readonly string[] | undefined, heard: (data: unknown) => void): void {
  const { situation, onEvent } = useEngine()
  const tell = useEffectEvent((event: string, data: unknown) => {
    if (events?.includes(event) && concerns(data, situation.gateway?.serialNumber)) heard(data)
  })
  useEffect(() => onEvent?.(tell), [onEvent])
}
