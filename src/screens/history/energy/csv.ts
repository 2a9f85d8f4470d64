import { localOf } from '#gateway/lib/times/zone.ts'
import type { Key } from '#i18n/keys.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import type { Shown } from './model.ts'

/** Spreadsheets take a text without it for one of the machine's own language. */
const BOM = '\ufeff'

const two = (value: number): string => String(value).padStart(2, '0')

/** A line for each step and meter; a name that begins like a formula is still only a name. */
export async function csvOfEnergy(
  { steps, currency }: Energy,
  shown: readonly Shown[],
  zone: string,
  t: (key: Key) => string,
): Promise<string> {
  const { default: papa } = await import('papaparse')
  const timeOf = (at: number): string => {
    const { year, month, day, hour, minute } = localOf(at, zone)
    return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
  }
  return (
    BOM +
    papa.unparse(
      {
        fields: [t('energy.step'), t('energy.device'), t('energy.room'), t('energy.flow'), 'kWh', currency],
        data: shown.flatMap(({ name, room, meter }) =>
          steps
            .slice(0, -1)
            .map((start, place) => [
              timeOf(start),
              name,
              room?.name ?? '',
              t(meter.flow === 'used' ? 'energy.used' : 'energy.produced'),
              meter.amounts[place] ?? 0,
              meter.costs[place] ?? 0,
            ]),
        ),
      },
      { escapeFormulae: true, newline: '\r\n' },
    )
  )
}
