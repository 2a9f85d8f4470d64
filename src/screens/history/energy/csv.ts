import { localOf } from '#gateway/lib/times/zone.ts'
import type { Key } from '#i18n/keys.ts'
import type { CsvRows } from '#lib/csv.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import type { Own, Shown } from './model.ts'

const two = (value: number): string => String(value).padStart(2, '0')

const percent = (share: number | undefined): number | '' =>
  share === undefined ? '' : Number((share * 100).toFixed(1))

/** A line for each step and meter, and for what the home used of its own. */
export function linesOfEnergy(
  { steps, currency }: Energy,
  shown: readonly Shown[],
  own: Own | undefined,
  zone: string,
  t: (key: Key) => string,
): CsvRows {
  const timeOf = (at: number): string => {
    const { year, month, day, hour, minute } = localOf(at, zone)
    return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
  }
  const starts = steps.slice(0, -1)
  return [
    [
      ...[t('energy.step'), t('energy.device'), t('energy.room'), t('energy.flow'), 'kWh', currency],
      ...(own ? [`${t('energy.own.share')} %`, `${t('energy.own.cover')} %`] : []),
    ],
    ...shown.flatMap(({ name, room, meter }) =>
      starts.map((start, place) => [
        timeOf(start),
        name,
        room?.name ?? '',
        t(`energy.${meter.flow}`),
        meter.amounts[place] ?? 0,
        meter.costs[place] ?? 0,
        ...(own ? ['', ''] : []),
      ]),
    ),
    ...starts.flatMap((start, place) =>
      own
        ? [
            [
              ...[timeOf(start), '', '', t('energy.own.used'), own.amounts[place] ?? 0, ''],
              ...[percent(own.ofProduced(place)), percent(own.ofUsed(place))],
            ],
          ]
        : [],
    ),
  ]
}
