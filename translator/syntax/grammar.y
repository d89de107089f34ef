/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * grammar.y - the language. Actions only call build_* (parser.h), which make the tree.
 *
 * Two things keep it free of conflicts. A statement needs no ';' at its end, so whatever may both
 * go on with an expression and start a statement goes on (precedence above STMT_END). And what a
 * word means by its place was settled before (finish.c): probe points, names that look like
 * keywords, embedded C.
 */
%require "3.6"
%define api.pure full
%define api.token.prefix {T_}
%define api.location.type {struct span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%parse-param {struct parser *p}
%lex-param {struct parser *p}

%code requires {
#include "translator/syntax/parser.h"
}

%union {
	struct token token;
	struct expr *expr;
	struct exprs exprs;
	struct stmt *stmt;
	struct stmts stmts;
	struct probe_points points;
	struct global_parts *global;
	struct variable *param;
	struct variables params;
	enum ast_type type;
	struct function_parts *function;
	struct foreach_head *foreach;
	int sign;
}

%code {
#include "translator/syntax/syntax_error.h"

static void yyerror(struct span *at, struct parser *p, const char *message);

static const struct probe_points no_points;

#define yylex parser_next_token
#define YYMAXDEPTH 40000
#define YYINITDEPTH 200

#define YYLLOC_DEFAULT(whole, parts, n)					\
	do {								\
		(whole) = (n) ? span_join(YYRHSLOC(parts, 1), YYRHSLOC(parts, n)) \
			      : (struct span){ YYRHSLOC(parts, 0).file,	\
					       YYRHSLOC(parts, 0).end,	\
					       YYRHSLOC(parts, 0).end };	\
	} while (0)
}

%token END 0 "end of file"

%token <token> IDENT "identifier"
%token <token> TARGET "target variable"
%token <token> NUMBER "number"
%token <token> STRING "literal string"
%token <token> EMBEDDED "'%{'"
%token <token> EMBEDDED_EXPR "embedded expression"
%token <token> POINT_NAME "probe point component"
%token <token> PRINT "print function"
%token <token> AT "@ operator"
%token <token> AT_TARGET "@cast or @var"
%token <token> AT_STAT "statistic"
%token <token> AT_HIST "histogram"
%token AT_WORD "@ word"
%token JUNK "junk"
%token COND_OPEN "'%('" COND_THEN "'%?'" COND_ELSE "'%:'" COND_CLOSE "'%)'"

%token PROBE "'probe'" GLOBAL "'global'" PRIVATE "'private'" FUNCTION "'function'"
%token IF "'if'" ELSE "'else'" FOR "'for'" FOREACH "'foreach'" IN "'in'" LIMIT "'limit'"
%token RETURN "'return'" DELETE "'delete'" WHILE "'while'" BREAK "'break'"
%token CONTINUE "'continue'" NEXT "'next'" TRY "'try'" CATCH "'catch'"
%token STRING_TYPE "'string'" LONG_TYPE "'long'"

%token <token> ASSIGN "assignment operator"
%token <token> PLUS_ASSIGN "'+='"
%token <token> MINUS_ASSIGN "'-='"
%token <token> COMPARE "comparison operator"
%token <token> MATCH "'=~'"
%token <token> SHIFT "shift operator"
%token <token> STEP "'++'"
%token ANDAND "'&&'" OROR "'||'" ARROW "'->'"

/* Low to high. The first groups only settle where a statement ends. */
%precedence STMT_END
%precedence IDENT TARGET NUMBER STRING EMBEDDED_EXPR PRINT AT AT_TARGET AT_STAT AT_HIST '~' '!' ';'
%precedence ELSE
%right '=' ASSIGN PLUS_ASSIGN MINUS_ASSIGN
%right '?' ':'
%left OROR
%left ANDAND
%left '|'
%left '^'
%left '&'
%left IN
%left COMPARE MATCH
%left SHIFT
%left '.'
%left '+' '-'
%left '*' '/' '%'
%precedence UNARY
%precedence POSTFIX
%precedence STEP
%precedence ARROW '[' '('

%type <expr> expr postfix address primary hist opt_expr key global_init limit
%type <exprs> exprs opt_exprs keys slice
%type <stmt> stmt block
%type <stmts> stmts
%type <points> points point sequence element alternatives alias_head
%type <token> literal opt_literal number size priority catch_name
%type <global> global_name
%type <param> param
%type <params> params opt_params
%type <type> opt_type type
%type <function> function_head
%type <foreach> foreach_head foreach_keys foreach_key_list foreach_array
%type <sign> opt_sort sign

%%

file: %empty | file decl ;

decl:
	  probe
	| globals opt_semicolon
	| function
	| EMBEDDED			{ build_embedded(p, $1); }
	| ';'
	| error				{ parser_resync(p); yyerrok; yyclearin; }
	;

opt_semicolon: %empty %prec STMT_END | ';' ;

/* ---- probes ---- */

probe:
	  PROBE points block		{ build_probe(p, @1, $2, $3); }
	| PROBE alias_head points block	{ build_alias(p, @1, $2, $3, $4, NULL); }
	| PROBE alias_head points block ',' block
					{ build_alias(p, @1, $2, $3, $4, $6); }
	| PROBE points PLUS_ASSIGN points block
					{
						$2 = build_alias_names(p, no_points, $2, @2);
						build_alias(p, @1, $2, $4, NULL, $5);
					}
	| PROBE points PLUS_ASSIGN points block ',' block
					{ diag(p->env->diags, D_ALIAS_BOTH, @3); }
	;

alias_head:
	  points '='			{ $$ = build_alias_names(p, no_points, $1, @1); }
	| alias_head points '='		{ $$ = build_alias_names(p, $1, $2, @2); }
	;

points:
	  point
	| points ',' point		{ $$ = build_both(p, $1, $3); }
	;

point:
	  sequence
	| point '?'			{ build_suffix(p, $1, '?', @2); $$ = $1; }
	| point '!'			{ build_suffix(p, $1, '!', @2); $$ = $1; }
	| point IF '(' expr ')'		{ build_condition(p, $1, $4, @2); $$ = $1; }
	;

sequence:
	  element
	| sequence '.' element		{ $$ = build_sequence(p, $1, $3, @2); }
	;

element:
	  POINT_NAME opt_literal	{ $$ = build_component(p, $1, $2, @2); }
	| '{' alternatives '}'		{ $$ = $2; }
	;

/* A suffix is let in to say what is wrong with it. */
alternatives:
	  point				{ $$ = $1; build_inner(p, $1, @1); }
	| alternatives ',' point	{ $$ = build_both(p, $1, $3); build_inner(p, $3, @3); }
	;

opt_literal:
	  %empty			{ $$ = (struct token){ 0 }; }
	| '(' literal ')'		{ $$ = $2; }
	;

literal: STRING | number ;

number:
	  NUMBER
	| '-' NUMBER			{ $$ = $2; $$.u.number = -$2.u.number; $$.at = @$; }
	| '+' NUMBER			{ $$ = $2; }
	;

/* ---- globals ---- */

globals:
	  GLOBAL global_list
	| PRIVATE private_list
	| PRIVATE GLOBAL private_list
	;

global_list:
	  global_name global_init	{ $1->init = $2; build_global(p, $1, false); }
	| global_list ',' global_name global_init
					{ $3->init = $4; build_global(p, $3, false); }
	;

private_list:
	  global_name global_init	{ $1->init = $2; build_global(p, $1, true); }
	| private_list ',' global_name global_init
					{ $3->init = $4; build_global(p, $3, true); }
	;

global_name:
	  IDENT size			{ $$ = build_global_name(p, $1, false, $2); }
	| IDENT '%' size		{ $$ = build_global_name(p, $1, true, $3); }
	;

size:
	  %empty %prec STMT_END		{ $$ = (struct token){ 0 }; }
	| '[' NUMBER ']'		{ $$ = $2; }
	;

global_init:
	  %empty			{ $$ = NULL; }
	| '=' literal			{ $$ = build_literal(p, $2); }
	;

/* ---- functions ---- */

function:
	  function_head block		{ $1->body = $2; build_function(p, $1); }
	| function_head EMBEDDED	{ $1->code = $2; build_function(p, $1); }
	| PRIVATE function_head block	{
						$2->is_private = true;
						$2->body = $3;
						build_function(p, $2);
					}
	| PRIVATE function_head EMBEDDED
					{
						$2->is_private = true;
						$2->code = $3;
						build_function(p, $2);
					}
	;

function_head:
	  FUNCTION IDENT opt_type '(' opt_params ')' priority
					{
						$$ = build_function_head(p, $2, $3, $5);
						$$->priority = $7;
					}
	;

priority:
	  %empty			{ $$ = (struct token){ 0 }; }
	| ':' number			{ $$ = $2; }
	;

opt_type:
	  %empty			{ $$ = TYPE_UNKNOWN; }
	| ':' type			{ $$ = $2; }
	;

type:
	  STRING_TYPE			{ $$ = TYPE_STRING; }
	| LONG_TYPE			{ $$ = TYPE_LONG; }
	;

opt_params:
	  %empty			{ $$ = (struct variables){ 0 }; }
	| params
	;

params:
	  param				{ $$ = build_params(p, (struct variables){ 0 }, $1); }
	| params ',' param		{ $$ = build_params(p, $1, $3); }
	;

param: IDENT opt_type			{ $$ = build_param(p, $1, $2); } ;

/* ---- statements ---- */

block: '{' stmts '}'			{ $$ = build_block(p, $2, @$); } ;

stmts:
	  %empty			{ $$ = (struct stmts){ 0 }; }
	| stmts stmt			{ $$ = $1; vec_push(p->arena, &$$, $2); }
	;

stmt:
	  ';'				{ $$ = build_stmt(p, STMT_EMPTY, @$); }
	| block
	| EMBEDDED			{ $$ = build_code(p, $1); }
	| expr end			{ $$ = build_expr_stmt(p, $1); }
	| IF '(' expr ')' stmt %prec STMT_END
					{ $$ = build_if(p, @1, $3, $5, NULL, @$); }
	| IF '(' expr ')' stmt ELSE stmt
					{ $$ = build_if(p, @1, $3, $5, $7, @$); }
	| WHILE '(' expr ')' stmt
					{
						struct ast_loop l = { NULL, $3, NULL, $5, true };

						$$ = build_loop(p, @1, l, @$);
					}
	| FOR '(' opt_expr ';' opt_expr ';' opt_expr ')' stmt
					{
						struct ast_loop l = { $3, $5, $7, $9, false };

						$$ = build_loop(p, @1, l, @$);
					}
	| FOREACH '(' foreach_head ')' stmt
					{ $$ = build_foreach(p, @1, $3, $5, @$); }
	| BREAK end			{ $$ = build_stmt(p, STMT_BREAK, @1); }
	| CONTINUE end			{ $$ = build_stmt(p, STMT_CONTINUE, @1); }
	| NEXT end			{ $$ = build_stmt(p, STMT_NEXT, @1); }
	| RETURN end			{ $$ = build_return(p, @1, NULL, @1); }
	| RETURN expr end		{ $$ = build_return(p, @1, $2, @$); }
	| DELETE expr end		{ $$ = build_delete(p, @1, $2, @$); }
	| TRY block CATCH catch_name block
					{ $$ = build_try(p, @1, $2, $4, $5, @$); }
	;

end: %empty %prec STMT_END | ';' ;

catch_name:
	  %empty			{ $$ = (struct token){ 0 }; }
	| '(' IDENT ')'			{ $$ = $2; }
	;

opt_expr:
	  %empty			{ $$ = NULL; }
	| expr
	;

/* ---- foreach ---- */

foreach_head:
	  foreach_keys IN foreach_array limit
					{ $$ = build_foreach_head(p, $1, $3, $4); }
	| IDENT opt_sort '=' foreach_keys IN foreach_array limit
					{
						$4->value = build_ref($1);
						build_sort(p, $4, 0, $2, @2);
						$$ = build_foreach_head(p, $4, $6, $7);
					}
	| IDENT PLUS_ASSIGN foreach_keys IN foreach_array limit
					{
						$3->value = build_ref($1);
						build_sort(p, $3, 0, +1, @2);
						$$ = build_foreach_head(p, $3, $5, $6);
					}
	| IDENT MINUS_ASSIGN foreach_keys IN foreach_array limit
					{
						$3->value = build_ref($1);
						build_sort(p, $3, 0, -1, @2);
						$$ = build_foreach_head(p, $3, $5, $6);
					}
	;

foreach_keys:
	  IDENT opt_sort		{ $$ = build_new_head(p);
					  build_key(p, $$, $1, $2, @2); }
	| '[' foreach_key_list ']'	{ $$ = $2; }
	;

foreach_key_list:
	  IDENT opt_sort		{ $$ = build_new_head(p);
					  build_key(p, $$, $1, $2, @2); }
	| foreach_key_list ',' IDENT opt_sort
					{ $$ = $1; build_key(p, $$, $3, $4, @4); }
	;

foreach_array:
	  IDENT slice opt_sort		{
						$$ = build_new_head(p);
						$$->array = $1;
						$$->slice = $2;
						build_sort(p, $$, 0, $3, @3);
					}
	| IDENT slice AT_STAT sign	{
						$$ = build_new_head(p);
						$$->array = $1;
						$$->slice = $2;
						$$->has_stat = true;
						$$->stat = (enum stat_op)$3.op;
						build_sort(p, $$, 0, $4, @4);
					}
	| hist opt_sort			{
						$$ = build_new_head(p);
						$$->hist = $1;
						build_sort(p, $$, 0, $2, @2);
					}
	;

opt_sort:
	  %empty			{ $$ = 0; }
	| sign
	;

sign:
	  '+'				{ $$ = 1; }
	| '-'				{ $$ = -1; }
	;

slice:
	  %empty			{ $$ = (struct exprs){ 0 }; }
	| '[' keys ']'			{ $$ = $2; }
	;

limit:
	  %empty			{ $$ = NULL; }
	| LIMIT expr			{ $$ = $2; }
	;

/* ---- expressions ---- */

expr:
	  postfix %prec UNARY
	| address
	| expr '=' expr			{ $$ = build_assign(p, @2, ASSIGN_SET, $1, $3); }
	| expr ASSIGN expr		{ $$ = build_assign(p, @2, $2.op, $1, $3); }
	| expr PLUS_ASSIGN expr		{ $$ = build_assign(p, @2, ASSIGN_ADD, $1, $3); }
	| expr MINUS_ASSIGN expr	{ $$ = build_assign(p, @2, ASSIGN_SUB, $1, $3); }
	| expr '?' expr ':' expr	{ $$ = build_ternary(p, @2, $1, $3, $5); }
	| expr OROR expr		{ $$ = build_binary(p, @2, BINARY_OROR, $1, $3); }
	| expr ANDAND expr		{ $$ = build_binary(p, @2, BINARY_ANDAND, $1, $3); }
	| expr '|' expr			{ $$ = build_binary(p, @2, BINARY_OR, $1, $3); }
	| expr '^' expr			{ $$ = build_binary(p, @2, BINARY_XOR, $1, $3); }
	| expr '&' expr			{ $$ = build_binary(p, @2, BINARY_AND, $1, $3); }
	| expr IN IDENT
					{
						struct exprs one = { 0 };

						one = build_list(p, one, $1);
						$$ = build_in(p, @2, one, $3, @$);
					}
	| '[' keys ']' IN IDENT		{ $$ = build_in(p, @4, $2, $5, @$); }
	| expr COMPARE expr		{ $$ = build_binary(p, @2, $2.op, $1, $3); }
	| expr MATCH STRING		{ $$ = build_regex(p, $2, $1, $3); }
	| expr SHIFT expr		{ $$ = build_binary(p, @2, $2.op, $1, $3); }
	| expr '.' expr			{ $$ = build_concat(p, @2, $1, $3); }
	| expr '+' expr			{ $$ = build_binary(p, @2, BINARY_ADD, $1, $3); }
	| expr '-' expr			{ $$ = build_binary(p, @2, BINARY_SUB, $1, $3); }
	| expr '*' expr			{ $$ = build_binary(p, @2, BINARY_MUL, $1, $3); }
	| expr '/' expr			{ $$ = build_binary(p, @2, BINARY_DIV, $1, $3); }
	| expr '%' expr			{ $$ = build_binary(p, @2, BINARY_MOD, $1, $3); }
	| '+' expr %prec UNARY		{ $$ = build_unary(p, @1, UNARY_PLUS, $2); }
	| '-' expr %prec UNARY		{ $$ = build_unary(p, @1, UNARY_MINUS, $2); }
	| '!' expr %prec UNARY		{ $$ = build_unary(p, @1, UNARY_NOT, $2); }
	| '~' expr %prec UNARY		{ $$ = build_unary(p, @1, UNARY_COMPLEMENT, $2); }
	| STEP postfix %prec POSTFIX	{ $$ = build_step(p, $1, true, $2); }
	| postfix STEP			{ $$ = build_step(p, $2, false, $1); }
	;

address:
	  '&' postfix %prec POSTFIX	{ $$ = build_address(p, @1, $2); }
	| '&' address			{ $$ = build_address(p, @1, $2); }
	;

postfix:
	  primary
	| postfix ARROW IDENT		{ $$ = build_member(p, $1, $3); }
	| postfix '[' expr ']'		{ $$ = build_target_index(p, $1, $3, @$); }
	;

primary:
	  NUMBER			{ $$ = build_literal(p, $1); }
	| STRING			{ $$ = build_literal(p, $1); }
	| EMBEDDED_EXPR			{ $$ = build_embedded_expr(p, $1); }
	| '(' expr ')'			{ $$ = build_paren($2, @$); }
	| IDENT %prec POSTFIX		{ $$ = build_name(p, $1); }
	| IDENT '[' keys ']'		{ $$ = build_index(p, $1, $3, @$); }
	| IDENT '(' opt_exprs ')'	{ $$ = build_call(p, $1, $3, @$); }
	| PRINT '(' opt_exprs ')'	{ $$ = build_print(p, $1, $3, @$); }
	| TARGET			{ $$ = build_target(p, $1); }
	| AT_TARGET '(' opt_exprs ')'	{ $$ = build_at_target(p, $1, $3, @$); }
	| AT '(' opt_exprs ')'		{ $$ = build_at(p, $1, $3, @$); }
	| AT_STAT '(' opt_exprs ')'	{ $$ = build_stat(p, $1, $3, @$); }
	| hist %prec POSTFIX
	| hist '[' expr ']'		{ $$ = build_bucket(p, $1, $3, @$); }
	;

hist: AT_HIST '(' opt_exprs ')'		{ $$ = build_hist(p, $1, $3, @$); } ;

key:
	  expr
	| '*'				{ $$ = build_any(p, @1); }
	;

keys:
	  key				{ $$ = build_list(p, (struct exprs){ 0 }, $1); }
	| keys ',' key			{ $$ = build_list(p, $1, $3); }
	;

exprs:
	  expr				{ $$ = build_list(p, (struct exprs){ 0 }, $1); }
	| exprs ',' expr		{ $$ = build_list(p, $1, $3); }
	;

opt_exprs:
	  %empty			{ $$ = (struct exprs){ 0 }; }
	| exprs
	;

%%

static int yyreport_syntax_error(const yypcontext_t *ctx, struct parser *p)
{
	yysymbol_kind_t expected[YYNTOKENS];
	int i, n = yypcontext_expected_tokens(ctx, expected, YYNTOKENS);
	struct syntax_error e = { 0 };

	for (i = 0; i < n; i++)
		syntax_error_expect(&e, yysymbol_name(expected[i]));
	syntax_error_report(p, &e, *yypcontext_location(ctx));
	return 0;
}

static void yyerror(struct span *at, struct parser *p, const char *message)
{
	(void)message;			/* only "memory exhausted" comes this way */
	diag(p->env->diags, D_TOO_DEEP, *at);
}
