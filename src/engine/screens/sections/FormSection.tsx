import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type { FormBlock as FormBlockOf } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { sentOf } from '../../actions/sent.ts'
import { usesOf } from '../../actions/use-of.ts'
import { useEngine } from '../../engine.ts'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { FormSkeleton } from '../../forms/FormSkeleton.tsx'
import type { Row } from '../../ports.ts'
import styles from './Screen.module.css'
import { type Inside, SectionFrame, type SectionProps } from './SectionFrame.tsx'

/** One form among other sections; it may begin with what a call answers, be filled by actions, and stand folded until it is wanted. */
export function FormSection(props: SectionProps<FormBlockOf>) {
  const text = useText()
  const { block, screen } = props
  const [folded, fold] = useState(block.folded === true)
  const danger = block.submit.intent === 'danger'
  const label = danger
    ? text.t('engine.form.asks', { what: text.say(`screens.${screen.id}.sections.${block.id}.submit`) })
    : text.t('engine.form.change')
  return (
    <SectionFrame
      {...props}
      head={
        block.folded && (
          <Button
            size="dense"
            look={danger && folded ? 'danger' : 'plain'}
            aria-expanded={!folded}
            onClick={() => fold(!folded)}
          >
            {folded ? label : text.t('engine.form.leave')}
          </Button>
        )
      }
    >
      {(inside) =>
        folded ? (
          <Folded {...props} {...inside} />
        ) : (
          <div className={styles.form}>
            {inside.waiting ? (
              <FormSkeleton />
            ) : inside.failure ? (
              <p>{inside.failure}</p>
            ) : (
              <Filled {...props} {...inside} onSaved={() => block.folded && fold(true)} />
            )}
          </div>
        )
      }
    </SectionFrame>
  )
}

/** What the form would begin with, in one line; choices by their words. */
function Folded({ block, waiting, failure, bound, onSettled }: SectionProps<FormBlockOf> & Inside) {
  const { say, t } = useText()
  const { situation } = useEngine()
  const { session, gateway } = situation
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (!waiting) settle()
  }, [waiting])
  if (block.values === undefined) return null
  const said = Object.entries(bindAll(block.values, { session, gateway, ...bound }))
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([field, value]) => say(`fields.${block.form}.${field}_${String(value)}`, String(value)))
  return (
    <p className={styles.text} data-none={said.length === 0 || undefined}>
      {waiting ? <Skeleton width="180px" /> : (failure ?? (said.join(', ') || t('engine.facts.none')))}
    </p>
  )
}

function Filled({
  block,
  screen,
  onSettled,
  onSaved,
  bound,
  runner,
}: SectionProps<FormBlockOf> & Inside & { onSaved(): void }) {
  const text = useText()
  const { situation } = useEngine()
  const { session, gateway } = situation
  const [filling, setFilling] = useState<{ times: number; values: Row }>({ times: 0, values: {} })
  const fills = usesOf(block.fill, screen.actions ?? {}, situation, { row: bound.row })
  const filler = {
    ...runner,
    run: async (...asked: Parameters<typeof runner.run>) => {
      const done = await runner.run(...asked)
      const { result } = done ?? {}
      if (result?.ok && typeof result.data === 'object' && result.data !== null)
        setFilling(({ times }) => ({ times: times + 1, values: result.data as Row }))
      return done
    },
  }
  return (
    <>
      {fills.length > 0 && (
        <div className={styles.fill}>
          <ActionButtons actions={fills} runner={filler} bound={bound} />
        </div>
      )}
      <FormBlock
        key={filling.times}
        name={block.form}
        values={{ ...bindAll(block.values, { session, gateway, ...bound }), ...filling.values }}
        submit={text.say(`screens.${screen.id}.sections.${block.id}.submit`)}
        onlyChanged={filling.times === 0}
        rich
        onDrawn={onSettled}
        action={block.submit}
        look={block.submit.intent === 'danger' ? 'danger' : 'plain'}
        onSubmit={async (form) => {
          const done = await runner.run(`${screen.id}.${block.id}`, block.submit, { ...bound, form })
          if (done?.result.ok) onSaved()
          return sentOf(done, text)
        }}
      />
    </>
  )
}
