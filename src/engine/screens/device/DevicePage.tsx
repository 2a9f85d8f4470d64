import { Suspense } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { DeviceScreen } from '#schemas/generated/definitions/screen.ts'
import type { DeviceLayout, Section } from '#schemas/generated/entities/layout.ts'
import { Tabs } from '#ui/menu/Tabs.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { FirstActions } from '../../actions/FirstActions.tsx'
import type { ActionRunner } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { useAddress } from '../../address.ts'
import { holds } from '../../conditions/holds.ts'
import { numberLimit, useEngine } from '../../engine.ts'
import { useHomeMoment } from '../../home-clocks.ts'
import { lazyPart } from '../../lazy-part.ts'
import type { DeviceHead } from '../../ports.ts'
import { LinkNotice } from '../../property/LinkNotice.tsx'
import { standingSentence } from '../../property/state/availability.ts'
import { useCharge } from '../../property/state/charge.ts'
import { labelOf } from '../../property/state/words-of.ts'
import { rowOf } from '../list/data/found.ts'
import { OptionalBlock } from '../OptionalBlock.tsx'
import { About, Help } from './About.tsx'
import { DeviceHeader } from './DeviceHeader.tsx'
import styles from './DevicePage.module.css'
import { DeviceSkeletonBody } from './DeviceSkeleton.tsx'
import { Readings } from './Readings.tsx'
import { SectionGrid } from './SectionGrid.tsx'

/** The sections of the advanced device page, in their order (spec 2 §2). */
const SECTIONS: readonly Section[] = ['control', 'sensory', 'configuration', 'moreInfo', 'externalLinks']

/** The sections that have something or always stand there, and the one that the address names. */
function useSection(layout: DeviceLayout | undefined, always: readonly Section[]) {
  const { situation } = useEngine()
  const [search, change] = useAddress()
  const filled = SECTIONS.filter(
    (id) =>
      layout?.sections[id]?.some(({ options }) => holds(options.when, situation)) || always.includes(id),
  )
  const sections = filled.length > 0 ? filled : SECTIONS.slice(0, 1)
  const asked = search.get('section')
  const section = sections.find((id) => id === asked) ?? sections[0] ?? 'control'
  const choose = (id: Section) => change({ section: id === sections[0] ? undefined : id })
  return { sections, section, choose }
}

const Details = lazyPart(() => import('./Details.tsx'))

interface Props {
  screen: DeviceScreen
  device: DeviceHead
  /** Where the crumb leads. */
  back: string | undefined
  runner: ActionRunner
}

/** Further facts of every device are at hand, whatever its layout places there. */
const RAW = ['moreInfo'] as const
const NONE = [] as const

export function DevicePage({ screen, device, back, runner }: Props) {
  const { t } = useText()
  const phone = usePhone()
  const { situation, definitions } = useEngine()
  const { layout } = device
  const { sections, section, choose } = useSection(layout, screen.raw ? RAW : NONE)
  const named = { ...definitions.resource(screen.resource)?.actions, ...screen.actions }
  const row = rowOf(device)
  const actions = usesOf(screen.pageActions, named, situation, { row })
  const ofSection = usesOf(screen.sectionActions?.[section], named, situation, { row })
  const bound = { row, route: { id: device.id } }
  return (
    <>
      <DeviceHeader
        device={device}
        back={back}
        actions={
          actions.length > 0 && (
            <FirstActions actions={actions} folded={phone} {...{ title: device.name, runner, bound }} />
          )
        }
      />
      <div className={styles.notices}>
        <LinkNotice />
        <DeviceNotices device={device} />
      </div>
      {!layout ? (
        <DeviceSkeletonBody />
      ) : (
        <>
          {sections.length > 1 && (
            <Tabs
              label={t('device.page.sections')}
              tabs={sections.map((id) => ({ id, label: t(`device.page.${id}`) }))}
              value={section}
              choose={choose}
            />
          )}
          <div
            className={styles.columns}
            {...(sections.length > 1 && { role: 'tabpanel', 'aria-label': t(`device.page.${section}`) })}
          >
            <div className={styles.main}>
              {ofSection.length > 0 && (
                <div className={styles.tools}>
                  <ActionButtons actions={ofSection} runner={runner} bound={bound} size="dense" />
                </div>
              )}
              {!(screen.raw && section === 'moreInfo' && !layout.sections.moreInfo?.length) && (
                <SectionGrid device={device} layout={layout} section={section} ofValue={screen.ofValue} />
              )}
              {screen.raw && section === 'moreInfo' && (
                <Suspense fallback={<DeviceSkeletonBody />}>
                  <Details device={device} />
                </Suspense>
              )}
            </div>
            {section === sections[0] && screen.beside && (
              <div className={styles.beside}>
                <Beside {...{ screen, device, layout }} />
              </div>
            )}
            <aside className={styles.side}>
              {section === 'control' && (
                <Readings device={device} layout={layout} ofReading={screen.ofReading} />
              )}
              <About device={device} layout={layout} />
              <Help layout={layout} />
            </aside>
          </div>
        </>
      )}
    </>
  )
}

/** What else there is to know of its main control, by blocks that the screen names. */
function Beside({ screen, device, layout }: Pick<Props, 'screen' | 'device'> & { layout: DeviceLayout }) {
  const words = useWords()
  const { control, header } = layout.tile
  const main = control ?? header
  if (!main) return null
  const { service, property } = main
  const params = { device: device.id, service, property, label: labelOf(main, words) }
  // The first is the largest: its place is there before it has come, so that nothing moves.
  return (screen.beside ?? []).map((name, place) => (
    <OptionalBlock
      key={name}
      {...{ name, params }}
      fallback={place === 0 && <Skeleton height="420px" round />}
    />
  ))
}

/** Strips over the page: why controls are off, and a battery that is nearly empty. */
function DeviceNotices({ device }: { device: DeviceHead }) {
  const text = useText()
  const moment = useHomeMoment()
  const sentence = standingSentence(device, text, (at) => moment(at, Date.now()))
  return (
    <>
      {sentence && (
        <Notice
          tone={device.status === 4 ? 'danger' : 'warn'}
          icon={device.status === 5 ? 'offline' : undefined}
        >
          {sentence}
        </Notice>
      )}
      <Battery device={device} />
    </>
  )
}

/** At and below the critical charge a device is about to fall silent (spec 2 §5). */
function Battery({ device }: { device: DeviceHead }) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const charge = useCharge(device)
  if (charge === undefined || charge > numberLimit(definitions, 'batteryCritical')) return null
  return (
    <Notice tone="danger" icon="battery-low">
      {t('device.page.battery', { charge: `${words.number(charge, 0)}\u00a0%` })}
    </Notice>
  )
}
