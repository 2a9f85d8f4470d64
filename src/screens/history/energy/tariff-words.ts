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
  const told = toldPrice(currency, price, words)
  if (bands.length !== 2) return told
  return t(price === bands[0]?.price ? 'energy.bands.high' : 'energy.bands.low', { price: told })
}

const toldPrice = (currency: string, price: number, words: Words['words']): string =>
  `${currency}\u00a0${words.number(Number(price.toFixed(PLACES)))}`

/** So many prices stand in the head of a page. */
const FEW = 3

/** "High tariff CHF 0.279, low tariff CHF 0.221 for a kWh"; nothing where nobody has said what it costs, or there are many. */
export function tariffsInHead({ bands, currency }: Said, { t, words }: Words): string | undefined {
  if (bands.length === 0 || bands.length > FEW) return undefined
  const prices = bands.map(({ price }) => toldPrice(currency, price, words))
  const [high, low] = prices
  if (prices.length === 2) return t('energy.bands.both', { high, low })
  return t('energy.bands.each', { prices: prices.join(', ') })
}
