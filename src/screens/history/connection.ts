import { lengthOf } from '#engine/charts/model/bands.ts'
import type { Range } from '#engine/charts/model/range.ts'
import { type Track, within } from '#engine/charts/model/track.ts'
import type { BandSeries } from '#engine/charts/series.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { type Faring, statusBandOf } from './recordable.ts'

interface Of {
  id: string
  device: string
  /** Whose codes of a status they are. */
  kind: Faring
  track: Track
}

/** When a device or a gateway was reached, and how much of the time. */
export function useConnection() {
  const { t, say } = useText()
  const words = useWords()
  return ({ id, device, kind, track }: Of, range: Range, now: number) => {
    const band = statusBandOf(
      { id, label: t('history.connection'), kind },
      within(track, range),
      range,
      now,
      (step) => say(`history.status.${step}`, step),
    )
    const away = band.bands.filter(({ tone }) => tone === 'gap')
    const known = lengthOf(band.bands)
    const connection: BandSeries & { device: string } = {
      ...band,
      device,
      // Of what nothing is known nobody can say that it was reached.
      ...(known > 0 && {
        sum: t(away.length > 0 ? 'history.reached' : 'history.always', {
          share: words.number(known > 0 ? 100 - (lengthOf(away) / known) * 100 : 0, 1),
          count: away.length,
        }),
      }),
    }
    return { connection, away }
  }
}
