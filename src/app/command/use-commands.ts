import { use, useEffect, useEffectEvent, useReducer, useState, useSyncExternalStore } from 'react'
import { heads } from '#data/screens.ts'
import { isForbidden, isOutOfReach, needsOf } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import { numberLimit, PortsContext, useEngine } from '#engine/engine.ts'
import { knownZone } from '#engine/home-clocks.ts'
import type { Row } from '#engine/ports.ts'
import { shutOf } from '#engine/property/state/availability.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { valueAt } from '#lib/value-at.ts'
import { isStatusScreen } from '#session/routing/routing.ts'
import { session, useSession } from '#session/session.ts'
import { iconNamed } from '#ui/Icon.tsx'
import type { MenuGroup } from '#ui/menu/Menu.tsx'
import { widgets } from '#widgets/registry.ts'
import { routeOf } from '../definitions.ts'
import { useAccountGroups } from '../shell/account-groups.tsx'
import { type Entry, menuOf } from '../situation/menu.ts'
import { type Way, wayTo } from '../situation/ways.ts'
import { whyNot } from '../situation/why-not.ts'
import { deviceCommands } from './device-commands.ts'
import type { Command } from './find.ts'
import { opened } from './opened.ts'

/** A page that needs nothing but to be opened. */
const needsNothing = (head: ScreenHead): boolean =>
  head.access?.public !== true && !head.route.includes(':') && !isStatusScreen(head)

const unchanging = (): (() => void) => () => {}

/** Every entry of the menu, with the one it stands below: by itself "Create" does not say what. */
const flat = (entries: readonly Entry[], above?: Entry): readonly (Entry & { above: Entry | undefined })[] =>
  entries.flatMap((entry) => [{ ...entry, above }, ...flat(entry.children, entry)])

/** What is asked for while the palette is open; `again` where it did not come. */
interface Asked {
  rows: readonly Row[]
  again: (() => void) | undefined
}

const NO_ROWS: readonly Row[] = []

/** Asks for what `of` names, after `wait`, and anew when that is another; undefined: for nothing. */
function useAsked(
  of: string | undefined,
  wait: number,
  ask: (signal: AbortSignal) => Promise<readonly Row[]>,
): Asked {
  const [found, setFound] = useState<{ of: string; rows?: readonly Row[] }>()
  const [tries, again] = useReducer((count: number) => count + 1, 0)
  const asked = useEffectEvent(ask)
  useEffect(() => {
    if (of === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        asked(stop.signal).then(
          (rows) => !stop.signal.aborted && setFound({ of, rows }),
          () => !stop.signal.aborted && setFound({ of }),
        )
      },
      tries > 0 ? 0 : wait,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [of, wait, tries])
  const come = of !== undefined && found?.of === of ? found : undefined
  return { rows: come?.rows ?? NO_ROWS, again: come && !come.rows ? again : undefined }
}

/** Gateways of the whole fleet that fit, asked of the server while an administrator types. */
function useFleet(search: string): Asked {
  const { definitions, situation } = useEngine()
  const source = use(PortsContext)?.source
  const resource = situation.role === 'admin' ? definitions.resource('gateway') : undefined
  const limit = numberLimit(definitions, 'paletteGroup')
  const isAsked = source !== undefined && resource !== undefined && search !== ''
  return useAsked(isAsked ? search : undefined, numberLimit(definitions, 'typingPause'), async (signal) =>
    source && resource ? (await source.list(resource, { page: 1, limit, search }, signal)).rows : NO_ROWS,
  )
}

/** Scenes of the home, asked for when the palette opens: they are run from here as from their list. */
function useScenes(): Asked {
  const { definitions, situation } = useEngine()
  const source = use(PortsContext)?.source
  const resource = definitions.resource('rule')
  const from = resource && 'command' in resource.from ? resource.from : undefined
  const there =
    from !== undefined &&
    source !== undefined &&
    situation.modules.has('scenes') &&
    holds({ gateway: 'ready' }, situation) &&
    !isOutOfReach(needsOf(from), situation)
  const { rows, again } = useAsked(there ? from.command : undefined, 0, async (signal) => {
    const answer = valueAt(
      from && (await source?.one({ command: from.command }, {}, signal)),
      from?.rows ?? '',
    )
    return Array.isArray(answer) ? answer : NO_ROWS
  })
  const unless = from?.unless
  return { rows: unless ? rows.filter((row) => !holds(unless, situation, { row })) : rows, again }
}

const choicesOf = (groups: readonly MenuGroup[]) =>
  groups.flatMap(({ title, choices }) =>
    choices
      .filter(({ checked, disabled }) => !checked && !disabled)
      .map((choice) => ({ ...choice, note: choice.note ?? title })),
  )

/** What could not be asked for, and how it is asked for anew. */
export interface Missing {
  group: 'scenes' | 'gateways'
  again(): void
}

/**
 * All that the palette can do now: the screens of the menu, what stands in the account menu, devices and rooms of the
 * home, gateways. `choose` opens a gateway of the fleet the way its list does.
 */
export function useCommands(
  search: string,
  choose: (gateway: Row) => void,
  play: (scene: Row) => void,
): { commands: readonly Command[]; missing: readonly Missing[] } {
  const text = useText()
  const { t, say } = text
  const words = useWords()
  const engine = useEngine()
  const { definitions, situation, go } = engine
  const { gateways, gateway } = useSession()
  const ports = use(PortsContext)
  const home = ports?.home
  const known = useSyncExternalStore(home?.subscribe ?? unchanging, () => home?.devices())
  const groups = useAccountGroups()
  const fleet = useFleet(search)
  const rules = useScenes()
  const to = (address: string) => () => go?.(address)

  /** What is not open for this person now says so, as in the menu; what there is not for him is not offered. */
  const closed = (way: Way): Pick<Command, 'why' | 'note'> => {
    const why = whyNot(way, situation, text)
    return why === undefined ? {} : { why, note: why }
  }
  const leadingTo = (screen: string, commands: () => readonly Command[]): readonly Command[] => {
    const way = wayTo(heads.get(screen), situation)
    return way === 'hidden' ? [] : commands().map((command) => ({ ...command, ...closed(way) }))
  }

  const isSought = search.trim() !== ''
  const entries = flat(menuOf(situation))
  const screens: Command[] = entries.flatMap(({ id, icon, screen, way, above }) =>
    screen === undefined || (way !== 'open' && !isSought)
      ? []
      : [
          {
            ...{ id: `screen ${id}`, group: 'screens', text: say(`menu.${id}`), icon },
            ...(above && { note: say(`menu.${above.id}`) }),
            ...closed(way),
            run: to(routeOf(screen)),
          },
        ],
  )
  const inMenu = new Set(entries.map(({ screen }) => screen))
  // What stands in no menu is found by whoever looks for it.
  const pages: Command[] = (isSought ? [...heads.values()] : [])
    .filter(
      (head) =>
        !inMenu.has(head.id) &&
        text.has(`screens.${head.id}.title`) &&
        needsNothing(head) &&
        wayTo(head, situation) === 'open',
    )
    .map((head) => ({
      id: `screen ${head.id}`,
      group: 'screens',
      text: say(`screens.${head.id}.title`),
      icon: 'chevron-right',
      run: to(head.route),
    }))
  const actions: Command[] = [
    ...choicesOf(groups).map(
      ({ id, text, note, icon, onSelect }): Command => ({
        id: `action ${id}`,
        group: 'actions',
        text,
        note,
        icon: icon ?? 'unknown',
        run: () => onSelect?.(),
      }),
    ),
    {
      id: 'keys',
      group: 'actions',
      text: t('shell.keys.title'),
      icon: 'keyboard',
      run: () => opened.set('keys'),
    },
  ]
  const playRule = definitions.resource('rule')?.actions?.playRule
  const playing = playRule && isForbidden(playRule, engine) ? t('engine.forbidden') : undefined
  const scenes: Command[] = rules.rows.map((row) => ({
    id: `scene ${row.id}`,
    group: 'scenes',
    text: t('shell.command.play', { name: String(row.name) }),
    icon: 'play',
    asks: true,
    ...(playing && { why: playing, note: playing }),
    run: () => play(row),
  }))
  const devices = leadingTo('device', () =>
    (known?.heads ?? []).map(({ id, name, icon, room }) => ({
      id: `device ${id}`,
      group: 'devices',
      text: name,
      note: room?.name,
      icon: iconNamed(icon),
      run: to(routeOf('device').replace(':id', encodeURIComponent(id))),
    })),
  )
  const reached = home?.link()
  const switching = ports
    ? deviceCommands(search, known?.heads ?? [], {
        ...{ link: ports.link, widgets: ports.widgets ?? widgets, text, words },
        homeZone: knownZone(ports.home.zone()),
        staleSince: reached?.state === 'live' ? undefined : reached?.since,
        forbidden: situation.forbidden?.values,
        shut: shutOf(situation),
      })
    : []
  const rooms = leadingTo('room', () =>
    (home?.rooms() ?? []).map(({ id, name, floor }) => ({
      id: `room ${id}`,
      group: 'rooms',
      text: name,
      note: floor,
      icon: 'home',
      run: to(
        `${routeOf('room').replace(':room_id', encodeURIComponent(id))}?${new URLSearchParams({ room_name: name })}`,
      ),
    })),
  )
  const own: Command[] = gateways
    .filter(({ serialNumber }) => serialNumber !== gateway?.serialNumber)
    .map((one) => ({
      id: `gateway ${one.serialNumber}`,
      group: 'gateways',
      text: one.name,
      note: one.serialNumber,
      icon: 'gateway',
      run: () => session.chooseGateway(one),
    }))
  const others: Command[] = fleet.rows.map((row) => ({
    id: `gateway ${row.serialNumber}`,
    group: 'gateways',
    text: String(row.name),
    note: String(row.serialNumber),
    icon: 'gateway',
    run: () => choose(row),
  }))
  const asked = [
    { group: 'scenes', again: rules.again },
    { group: 'gateways', again: fleet.again },
  ] as const
  return {
    commands: [
      ...[...screens, ...pages, ...actions, ...switching, ...scenes],
      ...[...devices, ...rooms, ...own, ...others],
    ],
    missing: asked.flatMap(({ group, again }) => (again ? [{ group, again }] : [])),
  }
}
