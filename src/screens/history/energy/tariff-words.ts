import type { useText } from '#i18n/useText.ts'
import type { useWords } from '#i18n/useWords.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'

type Said = Pick<Energy, 'bands' | 'currency'>
interface Words {
  t: ReturnType<typeof useText>['t']
  words: ReturnType<typeof useWords>
}

/** Prices have as many places as bills give them. */
const PLACES = 4

/** What a price is called: where there are two, the high and the low one, else by itself. */
export function tariffName({ bands, currency }: Said, price: number, { t, words }: Words): string {
  const told = `${currency}\u00a0${words.number(Number(price.toFixed(PLACES)))}`
  if (bands.length !== 2) return told
  return t(price === bands[0]?.price ? 'energy.bands.high' : 'energy.bands.low', { price: told })
}

/** So many prices stand in the head of a page. */
const FEW = 3

/** "High tariff CHF 0.279, low tariff CHF 0.221 for a kWh"; nothing where nobody has said what it costs, or there are many. */
export const tariffsInHead = (energy: Said, words: Words): string | undefined =>
  energy.bands.length === 0 || energy.bands.length > FEW
    ? undefined
    : words.t('energy.bands.each', {
        prices: energy.bands.map(({ price }) => tariffName(energy, price, words)).join(', '),
      })
