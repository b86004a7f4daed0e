/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules that need no file: their names, and the text of some. neumann.c
 * computes von Neumann's and its relatives. */
#include "life/rule/table/rule-table.h"

#include <string.h>

#include "life/base/spelling.h"

/* Brian Silverman's, 1987: electrons run along wires. */
static const gchar wireworld[] = "@TABLE\n"
                                 "n_states:4\n"
                                 "neighborhood:Moore\n"
                                 "symmetries:permute\n"
                                 "var a={0,1,2,3}\n"
                                 "var b={a}\nvar c={a}\nvar d={a}\nvar e={a}\n"
                                 "var f={a}\nvar g={a}\nvar h={a}\n"
                                 "var p={0,2,3}\n"
                                 "var q={p}\nvar r={p}\nvar s={p}\nvar t={p}\n"
                                 "var u={p}\nvar v={p}\n"
                                 "1,a,b,c,d,e,f,g,h,2\n"
                                 "2,a,b,c,d,e,f,g,h,3\n"
                                 "3,1,p,q,r,s,t,u,v,1\n"
                                 "3,1,1,p,q,r,s,t,u,1\n"
                                 "@COLORS\n"
                                 "0 48 48 48\n"
                                 "1 0 128 255\n"
                                 "2 255 255 255\n"
                                 "3 255 128 0\n";

static LifeRuleTable *
read_text (const gchar *name, const gchar *text)
{
  LifeReader reader = { text, strlen (text), 0, name };
  LifeTransitions transitions;

  if (!life_rule_table_read (&reader, &transitions, NULL))
    return NULL;
  return life_rule_table_new (name, transitions);
}

static LifeRuleTable *
make_wireworld (const gchar *name)
{
  return read_text (name, wireworld);
}

/* If the table's name differs, the name here is an older one that Golly accepts too. */
static const struct {
  const gchar *name, *table;
  LifeRuleTable *(*make) (const gchar *name);
} builtins[] = {
  { "JvN29", "JvN29", life_rule_table_neumann },
  { "JvN-29", "JvN29", life_rule_table_neumann },
  { "Nobili32", "Nobili32", life_rule_table_nobili },
  { "JvN-32", "Nobili32", life_rule_table_nobili },
  { "Hutton32", "Hutton32", life_rule_table_hutton },
  { "modJvN-32", "Hutton32", life_rule_table_hutton },
  { "WireWorld", "WireWorld", make_wireworld },
};

LifeRuleTable *
life_rule_table_builtin (const gchar *name, gboolean exact)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if ((exact ? strcmp (name, builtins[i].name)
               : !life_name_matches (builtins[i].name, name, strlen (name)))
        == 0)
      return builtins[i].make (builtins[i].table);
  return NULL;
}

void
life_rule_table_add_builtin_names (GPtrArray *names)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    g_ptr_array_add (names, g_strdup (builtins[i].name));
}
