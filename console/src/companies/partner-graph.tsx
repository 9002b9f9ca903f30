import { Alert, Box, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { layOut, type PlacedNode, type TreeNode } from './lay-out.ts';
import classes from './partner-graph.module.css';
import { type Company, companyQuery, findCompaniesOfPartner, type Partner } from './read-company.ts';
import { showCnpj } from './show-cnpj.ts';

const columnWidth = 264;
const rowHeight = 76;
const nodeWidth = 216;
const nodeHeight = 60;

/** Partners of a company, theirs if they are companies, and the other companies of people: each opens on demand. */
export function PartnerGraph({ company }: { readonly company: Company }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [children, setChildren] = useState<Readonly<Record<string, readonly TreeNode[]>>>(() => ({
    root: partnersOf('root', company),
  }));
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const root: TreeNode = {
    key: 'root',
    kind: 'company',
    title: company.basicData?.officialName ?? showCnpj(company.cnpj),
    note: showCnpj(company.cnpj),
  };
  const { nodes, edges, columns, rows } = layOut(root, children);

  async function open(node: TreeNode): Promise<void> {
    if (busy !== undefined) return;
    if (children[node.key] !== undefined) {
      const { [node.key]: _closed, ...others } = children;
      setChildren(others);
      return;
    }
    setBusy(node.key);
    setFailure(undefined);
    try {
      const found = await childrenOf(node);
      setChildren((now) => ({ ...now, [node.key]: found }));
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(undefined);
    }
  }

  async function childrenOf(node: TreeNode): Promise<readonly TreeNode[]> {
    if (node.cnpj !== undefined)
      return partnersOf(node.key, await queries.fetchQuery(companyQuery(node.cnpj)));
    const { items } = await findCompaniesOfPartner(queries, node.title);
    return items
      .filter(({ cnpj }) => cnpj !== company.cnpj)
      .map(({ cnpj, officialName }) => ({
        key: `${node.key}/${cnpj}`,
        kind: 'company',
        title: officialName ?? showCnpj(cnpj),
        note: showCnpj(cnpj),
        cnpj,
      }));
  }

  if (children.root?.length === 0) return <Text c="dimmed">{t('companies.noPartners')}</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('companies.graphHint')}
      </Text>
      {failure !== undefined && <ErrorNotice error={failure} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever works by keyboard scrolls it. */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('companies.partners')}>
        <div
          className={classes.canvas}
          style={pixels({ '--canvas-width': columns * columnWidth, '--canvas-height': rows * rowHeight })}
        >
          <svg
            className={classes.lines}
            width={columns * columnWidth}
            height={rows * rowHeight}
            aria-hidden="true"
          >
            {edges.map(({ from, to }) => (
              <path key={to.key} d={lineOf(from, to)} />
            ))}
          </svg>
          {nodes.map((node) => (
            <Box
              key={node.key}
              className={classes.node}
              data-kind={node.kind}
              style={{
                '--depth': node.column,
                ...pixels({
                  '--node-left': node.column * columnWidth,
                  '--node-top': node.row * rowHeight,
                  '--node-width': nodeWidth,
                  '--node-height': nodeHeight,
                }),
              }}
            >
              <UnstyledButton
                className={classes.open}
                // One that is disabled while it loads would lose the focus.
                disabled={node.key === 'root'}
                aria-busy={busy === node.key}
                aria-expanded={children[node.key] !== undefined}
                title={node.title}
                onClick={() => void open(node)}
              >
                <Text className={classes.words} size="sm" fw={600}>
                  {node.title}
                </Text>
                <Text className={classes.words} size="xs" c="dimmed">
                  {busy === node.key ? <Loader size={10} aria-label={t('common.loading')} /> : node.note}
                </Text>
              </UnstyledButton>
              {node.cnpj !== undefined && (
                <Link
                  className={classes.link}
                  href={`/companies/${node.cnpj}`}
                  aria-label={t('companies.openOne', { name: node.title })}
                >
                  ↗
                </Link>
              )}
              {children[node.key]?.length === 0 && node.key !== 'root' && (
                <Text size="xs" className={classes.leaf}>
                  {t('companies.nothingMore')}
                </Text>
              )}
            </Box>
          ))}
        </div>
      </section>
      <Alert color="gray" variant="light">
        {t('companies.namesakes')}
      </Alert>
    </Stack>
  );
}

function partnersOf(parent: string, company: Company): readonly TreeNode[] {
  return (company.sources?.pjData?.data.partners ?? []).map((partner, index) => ({
    key: `${parent}/${index}`,
    kind: isCompany(partner) ? 'company' : 'person',
    title: partner.name,
    note: [partner.qualification.description, partner.since?.slice(-4)].filter(Boolean).join(' · '),
    ...(isCompany(partner) ? { cnpj: partner.document } : {}),
  }));
}

/** Partners that are companies have their whole CNPJ; of people six digits of the CPF are published. */
function isCompany({ document }: Partner): boolean {
  return document !== undefined && /^[0-9A-Z]{12}\d{2}$/.test(document);
}

/** Numbers of pixels as CSS variables: on a phone the style sheet places the nodes otherwise. */
function pixels(values: Readonly<Record<`--${string}`, number>>): CSSProperties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}px`]));
}

function lineOf(from: PlacedNode, to: PlacedNode): string {
  const x1 = from.column * columnWidth + nodeWidth;
  const y1 = from.row * rowHeight + nodeHeight / 2;
  const x2 = to.column * columnWidth;
  const y2 = to.row * rowHeight + nodeHeight / 2;
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
