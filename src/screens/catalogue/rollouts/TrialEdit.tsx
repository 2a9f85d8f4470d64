import { useMemo, useRef, useState } from 'react'
import { GatewayChoice, type Way, WaySwitch } from '#engine/choosing/GatewayChoice.tsx'
import { useChosen } from '#engine/choosing/use-chosen.ts'
import { useSettled } from '#engine/choosing/use-settled.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField, SwitchField } from '#ui/fields/choice-fields.tsx'
import { NumberField } from '#ui/fields/text-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Board } from '#ui/page/Board.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import type { EditorHandle } from '../editor/JsonEditor.tsx'
import { LateEditor } from '../editor/LateEditor.tsx'
import { Problems } from '../Problems.tsx'
import styles from '../studio.module.css'
import { useVerdict } from '../use-verdict.ts'

/** Per cent of all homes that have it after those that are chosen. */
const WAVES = { none: [], steps: [1, 10], tenth: [10], half: [10, 50] } as const
const [LONGEST_WATCH, MOST_PERCENT] = [20_160, 100]
/** Ms without a key before the text is judged. */
const SETTLED = 600

const NO_PROBLEMS: readonly CatalogueProblem[] = []

interface Props {
  path: string
  file: { text: string; version?: string; writable: boolean }
  /** What was written elsewhere. */
  begun: string | undefined
  crumb: { label: string; href: string } | undefined
}

/** A file is edited, and it is said which homes have it first, and what then. */
export default function TrialEdit({ path, file, begun, crumb }: Props) {
  const words = useText()
  const { t } = words
  const { source } = usePorts()
  const { go, definitions } = useEngine()
  const editor = useRef<EditorHandle>(null)
  const [text, setText] = useState(begun ?? file.text)
  const settled = useSettled(text, SETTLED)
  const checking = useVerdict('checkDefinitionFile', { path, text: settled })
  const problems = checking.verdict?.problems ?? NO_PROBLEMS
  const [way, setWay] = useState<Way>('search')
  const [waves, setWaves] = useState<keyof typeof WAVES>('steps')
  const [observeMinutes, setObserve] = useState<number>(60)
  const [haltPercent, setHalt] = useState<number>(5)
  const [thenAll, setThenAll] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const choosing = useChosen()
  const changed = text !== file.text
  const nobody = choosing.devices.length === 0 && WAVES[waves].length === 0
  useUnsaved(changed && !busy)
  const comparison = useMemo(
    () => (isComparing ? { other: file.text, take: t('catalogue.compare.takeBack') } : undefined),
    [isComparing, file.text, t],
  )

  async function begin(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    const result = await source.call(
      'createRollout',
      {
        ...{ path, text, observeMinutes, haltPercent, thenAll },
        ...(file.version !== undefined && { version: file.version }),
        devices: [...choosing.devices],
        waves: [...WAVES[waves]] as never,
      },
      { told: ['other'] },
    )
    if (!result.ok) {
      setBusy(false)
      return setFailure(failureText(result, words))
    }
    toasts.show({ text: t('rollouts.begun') })
    const to = definitions.screen('rollout')
    if (to) go?.(hrefOf(to, { rolloutId: result.data._id }))
  }

  return (
    <>
      <PageHeader
        {...(crumb && { crumb })}
        title={path}
        context={t('rollouts.nothingYet')}
        actions={
          <>
            <Button
              disabled={!isComparing && !changed}
              aria-pressed={isComparing}
              onClick={() => setComparing(!isComparing)}
            >
              {isComparing ? t('catalogue.compare.close') : t('catalogue.compare.open')}
            </Button>
            <Button
              look="main"
              icon="play"
              busy={busy}
              disabled={!changed || problems.length > 0 || nobody || !file.writable}
              onClick={() => void begin()}
            >
              {t('rollouts.begin')}
            </Button>
          </>
        }
      />
      {!file.writable && <Notice tone="info">{t('catalogue.readOnly')}</Notice>}
      {failure !== undefined && (
        <Notice tone="danger" urgent>
          {failure}
        </Notice>
      )}
      <Board
        beside={
          <NumberedCard number={3} title={t('rollouts.then')}>
            <div className={styles.fields}>
              <SelectField
                label={t('rollouts.waves')}
                value={waves}
                onChange={(next) => setWaves(next as keyof typeof WAVES)}
                choices={(Object.keys(WAVES) as (keyof typeof WAVES)[]).map((value) => ({
                  value,
                  label: t(`rollouts.wavesOf.${value}`),
                }))}
              />
              <NumberField
                label={t('rollouts.observe')}
                help={t('rollouts.observeHelp')}
                value={observeMinutes}
                min={0}
                max={LONGEST_WATCH}
                onChange={(value) => setObserve(value ?? 0)}
              />
              <NumberField
                label={t('rollouts.halt')}
                help={t('rollouts.haltHelp')}
                value={haltPercent}
                min={0}
                max={MOST_PERCENT}
                onChange={(value) => setHalt(value ?? 0)}
              />
              <SwitchField
                label={t('rollouts.thenAll')}
                help={t('rollouts.thenAllHelp')}
                value={thenAll}
                onChange={setThenAll}
              />
            </div>
          </NumberedCard>
        }
      >
        <NumberedCard number={1} title={t('rollouts.edit')}>
          <div className={styles.fields}>
            <LateEditor
              ref={editor}
              label={t('rollouts.text')}
              text={text}
              problems={problems}
              knowledge={undefined}
              comparison={comparison}
              onChange={setText}
              onCaret={() => {}}
            />
            {checking.failure && (
              <NotKnown onRetry={checking.again}>
                {t('catalogue.notChecked')} {failureText(checking.failure, words)}
              </NotKnown>
            )}
            <Problems problems={problems} editor={editor} />
          </div>
        </NumberedCard>
        <NumberedCard number={2} title={t('rollouts.first')} aside={<WaySwitch way={way} onWay={setWay} />}>
          <GatewayChoice way={way} choosing={choosing} />
        </NumberedCard>
      </Board>
    </>
  )
}
