import { Suspense, useCallback } from 'react'
import { holds } from '#engine/conditions/holds.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import type { StripPart } from '#schemas/generated/definitions/rules-dashboard.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './HouseStrip.module.css'
import { rules } from './rules.ts'
import { type Said, useStrip } from './use-strip.ts'

/** How the home is, in a line: what it lacks leaves no gap. */
export default function HouseStrip({ params }: Partial<BlockProps>) {
  const { t } = useText()
  const { situation } = useEngine()
  const said = useStrip()
  const keep = useKeptHeight(params?.height)
  if (!said) return null
  const cells = rules.strip.flatMap((cell) => {
    if ('component' in cell)
      return holds(cell.when, situation) ? [<PartCell key={cell.id} part={cell} />] : []
    const one = said.find(({ cell: { id } }) => id === cell.id)
    return one ? [<FigureCell key={cell.id} said={one} />] : []
  })
  return (
    <dl ref={keep} className={styles.strip} aria-label={t('dashboard.strip.label')}>
      {cells}
    </dl>
  )
}

/** Keeps under that name how high it is, so that its place can be kept for it the next time. */
function useKeptHeight(name: string | undefined) {
  return useCallback(
    (strip: HTMLElement | null) => {
      if (name === undefined || strip === null || !('ResizeObserver' in globalThis)) return
      const sizes = new ResizeObserver(() => {
        const below = strip.offsetHeight === 0 ? 0 : Number.parseFloat(getComputedStyle(strip).marginBlockEnd)
        browserStorage.setItem(name, `${strip.offsetHeight + below}px`)
      })
      sizes.observe(strip)
      return () => sizes.disconnect()
    },
    [name],
  )
}

/** What another area says of the home. */
function PartCell({ part: { component } }: { part: StripPart }) {
  const Part = useEngine().blocks[component]
  return (
    Part && (
      <div className={styles.part}>
        <Suspense fallback={<Skeleton width="96px" height="44px" />}>
          <Part params={{}} />
        </Suspense>
      </div>
    )
  )
}

function FigureCell({ said: { cell, figure, unit, counted } }: { said: Said }) {
  const text = useText()
  const words = useWords()
  const large =
    cell.large !== undefined && figure !== undefined && figure >= cell.large.from ? cell.large : undefined
  return (
    <div>
      <dt>
        <Icon name={iconNamed(cell.icon)} size="small" />
        {text.say(`dashboard.strip.${cell.id}`)}
      </dt>
      <dd>
        {figure === undefined ? (
          text.t('dashboard.strip.unknown')
        ) : counted.length > 0 ? (
          <Counted counted={counted} text={text} />
        ) : (
          <>
            <b>{words.number(figure * (large?.scale ?? 1), (large ?? cell).digits ?? 0)}</b>
            {(large?.unit ?? unit) !== undefined && <span>{large?.unit ?? unit}</span>}
          </>
        )}
      </dd>
    </div>
  )
}

/** "2 windows, 1 gate": the first number leads. */
function Counted({ counted, text: { say } }: { counted: Said['counted']; text: Text }) {
  const [first, ...others] = counted.map(([icon, count]) => ({
    count,
    name: say(`dashboard.strip.counted.${icon}`, '', { count }),
  }))
  return (
    <>
      <b>{first?.count}</b>
      <span className="cut">
        {[first?.name, ...others.map(({ count, name }) => `${count} ${name}`)].filter(Boolean).join(', ')}
      </span>
    </>
  )
}
