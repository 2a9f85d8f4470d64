import { useEffect, useEffectEvent } from 'react'
import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'
import { holds } from '../../conditions/holds.ts'
import type { Row } from '../../doors.ts'
import { useEngine } from '../../engine.ts'

/** An event about another gateway ends nothing here. */
const concerns = (data: unknown, serialNumber: string | undefined): boolean =>
  typeof data !== 'object' || data === null || !('serialNumber' in data) || data.serialNumber === serialNumber

/** Leaves a condition when it is over; where to go is decided by the routing rules of the start address. */
export function useLeave({ leaveOn = [], leaveWhen }: StatusScreen, row: Row | undefined): void {
  const { situation, onEvent, go } = useEngine()
  const over = leaveWhen !== undefined && holds(leaveWhen, situation, { row })
  const leave = useEffectEvent(() => go?.('/', { replace: true }))
  const hear = useEffectEvent((event: string, data: unknown) => {
    if (leaveOn.includes(event) && concerns(data, situation.gateway?.serialNumber)) leave()
  })
  useEffect(() => {
    if (over) leave()
  }, [over])
  useEffect(() => onEvent?.((event, data) => hear(event, data)), [onEvent])
}
